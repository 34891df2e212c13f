import { setTimeout as sleep } from "node:timers/promises";
import { parse } from "yaml";
import { type AuditEvent, isWrite, tailAudit } from "../audit/index.ts";
import type { Cluster } from "../cluster/index.ts";
import { type Change, carryOut } from "../faults/index.ts";
import { connect } from "../kubernetes/index.ts";
import { messageOf } from "../problem/index.ts";
import type { Chaos } from "../task/index.ts";

/** Something that happened while the agent worked, and not by its hand. */
export interface Strike {
  readonly name: string;
  readonly time: string;
  readonly text: string;
  /** Why it could not be done. */
  readonly failed?: string;
}

/** Under this name it is in the audit log: what it changes is nobody's fault. */
export const chaosUser = "chaos";
const everyMs = 150;

/** What is due now, of what has not happened yet: its time has come, or the agent has written what it waits for. */
export function due(
  pending: readonly Chaos[],
  user: string,
  elapsed: number,
  events: readonly AuditEvent[],
): readonly Chaos[] {
  const done = events.filter(
    (event) => event.user.username === user && isWrite(event) && (event.responseStatus?.code ?? 0) < 400,
  );
  return pending.filter(({ when }) => {
    if ("after" in when) return elapsed >= when.after;
    const { verb, resource, name } = when.write;
    return done.some(
      ({ verb: did, objectRef: ref }) =>
        fits(verb, did) &&
        fits(resource, [ref?.resource, ref?.subresource].filter((part) => part !== undefined).join("/")) &&
        fits(name, ref?.name ?? ""),
    );
  });
}

function fits(pattern: string, text: string): boolean {
  return pattern.endsWith("*") ? text.startsWith(pattern.slice(0, -1)) : pattern === text;
}

export interface Unrest {
  /** From now on the time counts. */
  begin(): void;
  /** Lets happen what the agent's last writes were waited for with, and no more. */
  finish(): Promise<readonly Strike[]>;
}

/** Gets ready for what is to happen; each of it happens once at most. */
export async function prepareUnrest(
  cluster: Cluster,
  chaos: readonly Chaos[],
  user: string,
  signal: AbortSignal,
): Promise<Unrest> {
  if (chaos.length === 0) return { begin: () => {}, finish: async () => [] };
  const everything = { apiGroups: ["*"], resources: ["*"], verbs: ["*"] };
  const { kubeconfig } = await cluster.identify({ name: chaosUser, cluster: [everything] }, signal);
  const hand: Cluster = { ...cluster, client: clientOf(cluster, kubeconfig) };
  const news = tailAudit(cluster.auditLog ?? "");
  const strikes: Strike[] = [];
  let pending = chaos;
  const strike = async (elapsed: number) => {
    const now = due(pending, user, elapsed, await news());
    pending = pending.filter((each) => !now.includes(each));
    for (const each of now) strikes.push(await carriedOut(hand, each, signal));
  };
  const over = new AbortController();
  const ending = AbortSignal.any([over.signal, signal]);
  const run = async () => {
    const began = performance.now();
    while (!ending.aborted && pending.length > 0) {
      await strike((performance.now() - began) / 1_000);
      await sleep(everyMs, undefined, { signal: ending }).catch(() => {});
    }
  };
  let running: Promise<void> | undefined;
  return {
    begin: () => {
      running = run();
      running.catch(() => {}); // Whoever finishes hears of it.
    },
    finish: async () => {
      over.abort();
      await running;
      await strike(-1);
      hand.client[Symbol.dispose]();
      return strikes;
    },
  };
}

async function carriedOut(hand: Cluster, { name, changes }: Chaos, signal: AbortSignal): Promise<Strike> {
  const time = new Date().toISOString();
  const text = `${name}: ${changes.map(textOf).join(", ")}`;
  try {
    for (const change of changes) {
      for (const exact of await named(hand, change, signal)) await carryOut(hand, exact, signal);
    }
    return { name, time, text };
  } catch (thrown) {
    signal.throwIfAborted();
    return { name, time, text, failed: messageOf(thrown) };
  }
}

/** Pods have names that nobody knows beforehand: `web-*` are all whose names begin so. */
async function named({ client }: Cluster, change: Change, signal: AbortSignal): Promise<Change[]> {
  if (change.is !== "remove" || change.object.kind !== "Pod" || !change.object.name.endsWith("*")) return [change];
  const { namespace, name } = change.object;
  const { items } = await client.list(`/api/v1/namespaces/${namespace}/pods`, signal);
  const meant = items.filter(({ metadata }) => !metadata.deletionTimestamp && fits(name, metadata.name));
  return meant.map(({ metadata }) => ({ ...change, object: { ...change.object, name: metadata.name } }));
}

function textOf(change: Change): string {
  if (change.is === "apply") return `apply ${change.object.kind} ${change.object.metadata.name}`;
  const { kind, name } = change.is === "remove" ? change.object : change.on;
  return `${change.is} ${kind} ${name}`;
}

function clientOf({ apiSocket: socketPath }: Cluster, kubeconfig: string) {
  const { clusters, users } = parse(kubeconfig);
  const decoded = (text: string) => Buffer.from(text, "base64").toString();
  const { server, "certificate-authority-data": ca } = clusters[0].cluster;
  const { "client-certificate-data": cert, "client-key-data": key } = users[0].user;
  return connect({ url: server, socketPath }, { ca: decoded(ca), cert: decoded(cert), key: decoded(key) });
}
