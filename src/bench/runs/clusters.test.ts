import assert from "node:assert/strict";
import { test } from "node:test";
import type { Cluster, ClusterSpec } from "../../cluster/index.ts";
import { clusterPool } from "./clusters.ts";

const plainMake = { nodes: [{ name: "node-1" }], addons: [], profile: "plain" } as const;
const largeMake = { nodes: [{ name: "node-1" }, { name: "node-2" }], addons: [], profile: "plain" } as const;
const [plain, large] = [{ make: plainMake }, { make: largeMake }];
const never = new AbortController().signal;

/** Clusters that are there when they are told to be; none is real, for it is who gets which that is looked at. */
function workshop() {
  const begun: string[] = [];
  const ended: string[] = [];
  const ready = new Map<string, PromiseWithResolvers<void>>();
  const create = async ({ name }: ClusterSpec, signal: AbortSignal): Promise<Cluster> => {
    begun.push(name);
    const waiting = Promise.withResolvers<void>();
    ready.set(name, waiting);
    signal.addEventListener("abort", () => waiting.reject(signal.reason));
    await waiting.promise;
    const end = async () => void ended.push(name);
    return { name, [Symbol.asyncDispose]: end } as Partial<Cluster> as Cluster;
  };
  return { begun, ended, create, finish: (name: string) => ready.get(name)?.resolve() };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

test("The next trial's cluster is made when those that are waited for are there, and is the next trial's.", async () => {
  const { begun, ended, create, finish } = workshop();
  await using pool = clusterPool("c", create);
  const source = pool.source(plain);
  pool.prepare(plain);
  const first = source(never);
  await settled();
  assert.deepEqual(begun, ["c-1"], "nobody waits for the second yet");
  finish("c-1");
  assert.equal((await first).name, "c-1");
  await settled();
  assert.deepEqual(begun, ["c-1", "c-2"]);
  const second = pool.source(plain)(never);
  finish("c-2");
  assert.equal((await second).name, "c-2");
  assert.deepEqual([begun.length, ended], [2, []]);
});

test("A cluster of another make is not taken.", async () => {
  const { begun, create, finish } = workshop();
  await using pool = clusterPool("c", create);
  pool.prepare(plain);
  await settled();
  const other = pool.source(large)(never);
  await settled();
  finish("c-2");
  assert.equal((await other).name, "c-2");
  assert.deepEqual(begun, ["c-1", "c-2"]);
});

test("What is made ready for a trial is furnished for it, and no other trial gets it.", async () => {
  const { begun, create, finish } = workshop();
  const done: string[] = [];
  const forTask = (name: string) => ({
    make: plainMake,
    ahead: { name, work: async (cluster: Cluster) => void done.push(`${name} in ${cluster.name}`) },
  });
  await using pool = clusterPool("c", create);
  pool.prepare(forTask("one"));
  await settled();
  const other = pool.source(forTask("other"))(never);
  await settled();
  for (const name of ["c-1", "c-2"]) finish(name);
  assert.equal((await other).name, "c-2");
  assert.equal((await pool.source(forTask("one"))(never)).name, "c-1");
  assert.deepEqual([begun, done], [["c-1", "c-2"], ["one in c-1"]]);
});

test("One that could not be furnished is given as it is, or ended with the pool.", async () => {
  const { ended, create, finish } = workshop();
  const work = () => Promise.reject(new Error("not healthy"));
  const order = { make: plainMake, ahead: { name: "one", work } };
  const pool = clusterPool("c", create);
  pool.prepare(order);
  await settled();
  finish("c-1");
  assert.equal((await pool.source(order)(never)).name, "c-1");
  pool.prepare(order);
  await settled();
  finish("c-2");
  await settled();
  await pool[Symbol.asyncDispose]();
  assert.deepEqual(ended, ["c-2"]);
});

test("What was made ready and nobody took is ended with the pool, made or half made.", async () => {
  const { ended, create, finish } = workshop();
  const pool = clusterPool("c", create);
  pool.prepare(plain);
  await settled();
  finish("c-1");
  await settled();
  pool.prepare(large);
  await settled();
  await pool[Symbol.asyncDispose]();
  assert.deepEqual(ended, ["c-1"], "the second never was");
});

test("Whoever stops does not wait for a cluster, which is ended with the pool.", async () => {
  const { ended, create, finish } = workshop();
  const pool = clusterPool("c", create);
  const abort = new AbortController();
  const taken = pool.source(plain)(abort.signal);
  await settled();
  abort.abort();
  await assert.rejects(taken, { name: "AbortError" });
  finish("c-1");
  await settled();
  await pool[Symbol.asyncDispose]();
  assert.deepEqual(ended, ["c-1"]);
});

test("A trial does not wait until its cluster is gone; the pool does.", async () => {
  const gone = Promise.withResolvers<void>();
  const create = async ({ name }: ClusterSpec) =>
    ({ name, [Symbol.asyncDispose]: () => gone.promise }) as Partial<Cluster> as Cluster;
  const pool = clusterPool("c", create);
  const cluster = await pool.source(plain)(never);
  await cluster[Symbol.asyncDispose]();
  let isOver = false;
  const over = (async () => {
    await pool[Symbol.asyncDispose]();
    isOver = true;
  })();
  await settled();
  assert.equal(isOver, false);
  gone.reject(new Error("it would not go"));
  await assert.rejects(over, /it would not go/);
});

test("One that could not be made ready is told to whoever takes it.", async () => {
  const pool = clusterPool("c", () => Promise.reject(new Error("no room")));
  pool.prepare(plain);
  await settled();
  await assert.rejects(pool.source(plain)(never), /no room/);
  await pool[Symbol.asyncDispose]();
});
