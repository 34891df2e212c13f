import type { Client } from "../../../kubernetes/index.ts";
import type { Report } from "../../../process/index.ts";
import { compile } from "./compile.ts";
import { mirror } from "./mirror.ts";
import type { World } from "./model.ts";
import { NetworkPolicyProblem } from "./problem.ts";
import { type Announcement, readNamespace, readPod, readPolicy } from "./read.ts";
import { type EnforcedNode, startWriter } from "./writer.ts";

export interface EnforceOptions {
  readonly client: Client;
  /** All nodes that really run pods. Pods of other nodes, simulated ones, are not reachable and count as absent. */
  readonly nodes: readonly EnforcedNode[];
  readonly signal: AbortSignal;
  readonly report: Report;
}

/** A pod whose sandbox has just got its address. */
export interface PodAddress {
  readonly namespace: string;
  readonly name: string;
  /** Where known: keeps a pod apart from an earlier one of the same name. */
  readonly uid?: string | undefined;
  readonly ip: string;
}

export interface Enforcement {
  /** Resolves when the nodes' rules hold everything seen so far; waits for the first complete view. */
  settled(): Promise<void>;
  /** Takes a pod's address before the API shows it; resolves when the rules of all nodes know the pod. */
  announce(address: PodAddress, deadlineMs?: number): Promise<void>;
  /** Why some node's rules are behind; undefined when none are. */
  readonly lastError: NetworkPolicyProblem | undefined;
  /** Resolves when everything stopped after the signal. The rules stay as they are. */
  readonly ended: Promise<void>;
}

/** Watches pods, namespaces and policies, and keeps the rules of every node equal to what they mean. */
export function enforce({ client, nodes, signal, report }: EnforceOptions): Enforcement {
  const names = new Set(nodes.map(({ name }) => name));
  const announced = new Map<string, Announcement>();
  let change = 0;
  let news = Promise.withResolvers<void>();

  const pods = mirror(client, "/api/v1/pods", signal, changed);
  const namespaces = mirror(client, "/api/v1/namespaces", signal, changed);
  const policies = mirror(client, "/apis/networking.k8s.io/v1/networkpolicies", signal, changed);
  const isComplete = () => pods.complete && namespaces.complete && policies.complete;

  const world = (): World => ({
    policies: [...policies.objects.values()].map(readPolicy),
    namespaces: [...namespaces.objects.values()].map(readNamespace),
    pods: [...pods.objects]
      .map(([uid, object]) => readPod(object, announced.get(uid)))
      .filter(({ node }) => names.has(node)),
  });
  const writers = nodes.map((node) => startWriter(node, () => compile(world(), node), { signal, report }));

  function changed(): void {
    // Half a view would open what the other half closes: until all is seen, the rules in force stay.
    if (!isComplete()) return;
    for (const uid of announced.keys()) if (!pods.objects.has(uid)) announced.delete(uid);
    for (const writer of writers) change = writer.wake();
    news.resolve();
    news = Promise.withResolvers();
  }

  const settled = async () => {
    while (!isComplete()) {
      signal.throwIfAborted();
      await news.promise;
    }
    const target = change;
    await Promise.all(writers.map((writer) => writer.reached(target)));
  };

  const uidOf = ({ namespace, name, uid }: PodAddress) =>
    [...pods.objects].find(
      ([key, { metadata }]) =>
        metadata.name === name && metadata.namespace === namespace && (uid === undefined || uid === key),
    )?.[0];

  const announce = async (address: PodAddress, deadlineMs = 10_000) => {
    const end = performance.now() + deadlineMs;
    let uid = uidOf(address);
    // The kubelet may hear of a pod a moment before we do.
    while (uid === undefined) {
      signal.throwIfAborted();
      const left = end - performance.now();
      if (left <= 0) throw unknownPod(address, deadlineMs);
      const late = Promise.withResolvers<void>();
      const timer = setTimeout(late.resolve, left);
      await Promise.race([news.promise, late.promise]);
      clearTimeout(timer);
      uid = uidOf(address);
    }
    announced.set(uid, { ip: address.ip, at: Date.now() });
    changed();
    await settled();
  };

  signal.addEventListener("abort", () => news.resolve(), { once: true });
  return {
    settled,
    announce,
    get lastError() {
      return writers.find(({ lastError }) => lastError)?.lastError;
    },
    ended: Promise.all([pods, namespaces, policies, ...writers].map(({ ended }) => ended)).then(() => {}),
  };
}

function unknownPod({ namespace, name, uid }: PodAddress, ms: number): NetworkPolicyProblem {
  return new NetworkPolicyProblem(
    "UNKNOWN_POD",
    `pod ${namespace}/${name}${uid ? ` (${uid})` : ""}: the API server did not show it within ${ms} ms`,
    { hint: "it was probably deleted; the kubelet tries again if it was not" },
  );
}
