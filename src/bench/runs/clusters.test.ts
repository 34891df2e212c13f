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

test("The next trials' clusters are made in their order, when those that are waited for are there.", async () => {
  const { begun, ended, create, finish } = workshop();
  await using pool = clusterPool("c", create);
  const first = pool.source("first", plain)(never);
  pool.prepare("second", plain);
  pool.prepare("third", large);
  await settled();
  assert.deepEqual(begun, ["c-1"], "nobody waits for the others yet");
  finish("c-1");
  assert.equal((await first).name, "c-1");
  await settled();
  assert.deepEqual(begun, ["c-1", "c-2"]);
  finish("c-2");
  await settled();
  assert.deepEqual(begun, ["c-1", "c-2", "c-3"]);
  finish("c-3");
  assert.equal((await pool.source("third", large)(never)).name, "c-3");
  assert.equal((await pool.source("second", plain)(never)).name, "c-2");
  const late = pool.source("late", plain)(never);
  await settled();
  finish("c-4");
  assert.deepEqual([(await late).name, begun.length, ended], ["c-4", 4, []]);
});

test("What is made ready for a trial is furnished for it, while the next one is made already.", async () => {
  const { begun, create, finish } = workshop();
  const done = Promise.withResolvers<void>();
  const furnished: string[] = [];
  const ahead = async (cluster: Cluster) => {
    await done.promise;
    furnished.push(cluster.name);
  };
  await using pool = clusterPool("c", create);
  for (const name of ["one", "two"]) pool.prepare(name, { ...plain, ahead });
  await settled();
  finish("c-1");
  await settled();
  assert.deepEqual([begun, furnished], [["c-1", "c-2"], []]);
  finish("c-2");
  done.resolve();
  assert.equal((await pool.source("one", plain)(never)).name, "c-1");
  assert.deepEqual(furnished.includes("c-1"), true);
});

test("One that could not be furnished is given as it is, or ended with the pool.", async () => {
  const { ended, create, finish } = workshop();
  const order = { ...plain, ahead: () => Promise.reject(new Error("not healthy")) };
  const pool = clusterPool("c", create);
  pool.prepare("one", order);
  await settled();
  finish("c-1");
  assert.equal((await pool.source("one", order)(never)).name, "c-1");
  pool.prepare("two", order);
  await settled();
  finish("c-2");
  await settled();
  await pool[Symbol.asyncDispose]();
  assert.deepEqual(ended, ["c-2"]);
});

test("What was made ready and nobody took is ended with the pool, made or half made.", async () => {
  const { ended, create, finish } = workshop();
  const pool = clusterPool("c", create);
  pool.prepare("plain", plain);
  await settled();
  finish("c-1");
  await settled();
  pool.prepare("large", large);
  await settled();
  await pool[Symbol.asyncDispose]();
  assert.deepEqual(ended, ["c-1"], "the second never was");
});

test("Whoever stops does not wait for a cluster, which is ended with the pool.", async () => {
  const { ended, create, finish } = workshop();
  const pool = clusterPool("c", create);
  const abort = new AbortController();
  const taken = pool.source("plain", plain)(abort.signal);
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
  const cluster = await pool.source("plain", plain)(never);
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

test("What is kept for another trial is not ended with its own, but is that one's and nobody else's.", async () => {
  const { begun, ended, create, finish } = workshop();
  const pool = clusterPool("c", create);
  const first = pool.source("nop", plain)(never);
  await settled();
  finish("c-1");
  const cluster = await first;
  pool.keepFor("oracle", cluster);
  await cluster[Symbol.asyncDispose]();
  await settled();
  assert.deepEqual(ended, []);
  pool.prepare("of another task", plain);
  await settled();
  finish("c-2");
  assert.equal((await pool.source("of another task", plain)(never)).name, "c-2");
  const second = await pool.source("oracle", plain)(never);
  assert.deepEqual([second === cluster, begun, ended], [true, ["c-1", "c-2"], []]);
  await second[Symbol.asyncDispose]();
  await settled();
  assert.deepEqual(ended, ["c-1"], "nobody has kept it this time");
  await pool[Symbol.asyncDispose]();
});

test("What is kept for a trial that never begins is ended with the pool.", async () => {
  const { ended, create, finish } = workshop();
  const pool = clusterPool("c", create);
  const first = pool.source("nop", plain)(never);
  await settled();
  finish("c-1");
  pool.keepFor("oracle", await first);
  await (await first)[Symbol.asyncDispose]();
  await pool[Symbol.asyncDispose]();
  assert.deepEqual(ended, ["c-1"]);
});

test("One that could not be made ready is told to whoever takes it.", async () => {
  const pool = clusterPool("c", () => Promise.reject(new Error("no room")));
  pool.prepare("plain", plain);
  await settled();
  await assert.rejects(pool.source("plain", plain)(never), /no room/);
  await pool[Symbol.asyncDispose]();
});
