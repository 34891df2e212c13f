import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { connect } from "../../../kubernetes/index.ts";
import { type News, until } from "../../../process/index.ts";
import { type Enforcement, enforce } from "./agent.ts";
import { type FakeApi, PATHS, podObject, policyObject, startApi } from "./lab/api.ts";

interface Stage {
  readonly api: FakeApi;
  readonly agent: Enforcement;
  /** Every script that was applied, oldest first. */
  readonly scripts: string[];
  readonly news: News[];
  /** Makes the next applications fail with this reason, until it is set to undefined. */
  refuse: string | undefined;
}

/** An agent for one node against an API that holds a policy and the pod `a`. */
async function stage(t: TestContext): Promise<Stage> {
  const api = await startApi();
  api.put(PATHS.pods, podObject("a", "10.244.1.2"));
  api.put(PATHS.policies, policyObject("deny", { podSelector: {}, policyTypes: ["Ingress"] }));
  const client = connect({ url: api.url });
  const over = new AbortController();
  const scripts: string[] = [];
  const news: News[] = [];
  const apply = async (script: string) => {
    if (made.refuse !== undefined) throw new Error(made.refuse);
    scripts.push(script);
  };
  const agent = enforce({
    client,
    nodes: [{ name: "node-1", podRange: "10.244.1.0/24", apply }],
    signal: over.signal,
    report: (piece) => news.push(piece),
  });
  const made: Stage = { api, agent, scripts, news, refuse: undefined };
  t.after(async () => {
    over.abort();
    await agent.ended;
    client[Symbol.dispose]();
    await api[Symbol.asyncDispose]();
  });
  await agent.settled();
  return made;
}

const seen = (probe: () => boolean) => until(async () => probe(), { deadlineMs: 15_000, everyMs: 5 });
const latest = ({ scripts }: Stage) => scripts.at(-1) ?? "";

test("The rules hold what the API holds, at the start and after each change.", async (t) => {
  const made = await stage(t);
  assert.match(latest(made), /10\.244\.1\.2 : goto ingress-group-1/);
  made.api.put(PATHS.pods, podObject("b", "10.244.1.3"));
  assert.ok(await seen(() => latest(made).includes("10.244.1.3 : goto")));
  made.api.put(PATHS.pods, podObject("b", "10.244.1.3", { status: { phase: "Succeeded", podIP: "10.244.1.3" } }));
  assert.ok(await seen(() => !latest(made).includes("10.244.1.3")));
  made.api.remove(PATHS.policies, "uid-policy-deny");
  assert.ok(await seen(() => !latest(made).includes("goto")));
  await made.agent.settled();
  assert.equal(made.agent.lastError, undefined);
});

test("A change that means nothing to the rules is not applied, and a burst becomes few transactions.", async (t) => {
  const made = await stage(t);
  const before = made.scripts.length;
  for (let count = 0; count < 50; count += 1) {
    const status = { phase: "Running", podIP: "10.244.1.2", message: String(count) };
    made.api.put(PATHS.pods, podObject("a", undefined, { status }));
  }
  for (let last = 10; last < 210; last += 1) made.api.put(PATHS.pods, podObject(`p${last}`, `10.244.1.${last}`));
  assert.ok(await seen(() => latest(made).includes("10.244.1.209")));
  await made.agent.settled();
  const applied = made.scripts.length - before;
  assert.ok(applied >= 1 && applied < 50, `250 changes became ${applied} transactions`);
  assert.equal(new Set(made.scripts).size, made.scripts.length, "no script was applied twice in a row");
});

test("Pods of nodes that are not enforced are not known.", async (t) => {
  const made = await stage(t);
  made.api.put(PATHS.pods, podObject("simulated", "10.0.0.1", { spec: { nodeName: "kwok-1", containers: [] } }));
  made.api.put(PATHS.pods, podObject("real", "10.244.1.9"));
  assert.ok(await seen(() => latest(made).includes("10.244.1.9")));
  assert.doesNotMatch(latest(made), /10\.0\.0\.1\b/);
});

test("A node that refuses is told again, and the reason is reported until it accepts.", async (t) => {
  const made = await stage(t);
  made.refuse = "nft: no buffer space";
  made.api.put(PATHS.pods, podObject("b", "10.244.1.3"));
  assert.ok(await seen(() => made.agent.lastError !== undefined));
  assert.equal(made.agent.lastError?.code, "NOT_APPLIED");
  assert.match(made.agent.lastError?.message ?? "", /node-1: not applied: nft: no buffer space/);
  assert.ok(made.news.some(({ state, note }) => state === "failed" && note?.includes("no buffer space")));
  let settled = false;
  const settling = made.agent.settled().then(() => {
    settled = true;
  });
  assert.ok(await seen(() => made.news.filter(({ state }) => state === "failed").length >= 2), "it tries again");
  assert.equal(settled, false, "it does not claim to be settled");
  made.refuse = undefined;
  await settling;
  assert.match(latest(made), /10\.244\.1\.3/);
  assert.ok(await seen(() => made.agent.lastError === undefined));
});

test("What disappeared while the API server was away is dropped when it is back.", async (t) => {
  const made = await stage(t);
  made.api.put(PATHS.pods, podObject("late", "10.244.1.8"));
  assert.ok(await seen(() => latest(made).includes("10.244.1.8")));
  const comeBack = made.api.goAway();
  made.api.remove(PATHS.pods, "uid-late");
  made.api.put(PATHS.pods, podObject("new", "10.244.1.9"));
  comeBack();
  assert.ok(await seen(() => latest(made).includes("10.244.1.9")));
  assert.doesNotMatch(latest(made), /10\.244\.1\.8/);
});

test("Nothing is applied before pods, namespaces and policies have all been seen.", async (t) => {
  const api = await startApi();
  t.after(() => api[Symbol.asyncDispose]());
  const comeBack = api.goAway();
  const over = new AbortController();
  using client = connect({ url: api.url });
  let applied = 0;
  const apply = async () => {
    applied += 1;
  };
  const nodes = [{ name: "node-1", podRange: "10.244.1.0/24", apply }];
  const agent = enforce({ client, nodes, signal: over.signal, report: () => {} });
  const early = await Promise.race([
    agent.settled().then(() => "settled"),
    until(async () => false, { deadlineMs: 300 }),
  ]);
  assert.equal(early, undefined);
  assert.equal(applied, 0);
  comeBack();
  await agent.settled();
  assert.equal(applied, 1);
  over.abort();
  await agent.ended;
});

test("An announced pod is guarded before the API shows its address, and forgotten with the pod.", async (t) => {
  const made = await stage(t);
  const address = { namespace: "shop", name: "b", uid: "uid-b", ip: "10.244.1.3" };
  const announcing = made.agent.announce(address);
  made.api.put(PATHS.pods, podObject("b"));
  await announcing;
  assert.match(latest(made), /10\.244\.1\.3 : goto ingress-group-1/);
  made.api.put(PATHS.pods, podObject("b", "10.244.1.3"));
  made.api.remove(PATHS.pods, "uid-b");
  assert.ok(await seen(() => !latest(made).includes("10.244.1.3")));
});

test("A pod that the API does not know cannot be announced.", async (t) => {
  const made = await stage(t);
  await assert.rejects(made.agent.announce({ namespace: "shop", name: "ghost", uid: "x", ip: "10.244.1.3" }, 50), {
    code: "UNKNOWN_POD",
    message: "pod shop/ghost (x): the API server did not show it within 50 ms",
  });
  await assert.rejects(made.agent.announce({ namespace: "shop", name: "a", uid: "other", ip: "10.244.1.3" }, 50));
});
