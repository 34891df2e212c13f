import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { budgetOf, memoryOfTrial } from "./budget.ts";
import { inTurn } from "./queue.ts";

const never = new AbortController().signal;

/** Work that ends when it is told to, so that no clock decides what happens. */
function stage(memory: readonly number[]) {
  const running = new Set<number>();
  const ends = new Map<number, PromiseWithResolvers<void>>();
  const begun: number[] = [];
  const work = (item: number) => {
    running.add(item);
    begun.push(item);
    const end = Promise.withResolvers<void>();
    ends.set(item, end);
    return end.promise.finally(() => running.delete(item));
  };
  const used = () => [...running].reduce((sum, item) => sum + (memory[item] ?? 0), 0);
  return { running, begun, work, used, end: (item: number, failure?: Error) => settle(ends.get(item), failure) };
}

function settle(end: PromiseWithResolvers<void> | undefined, failure: Error | undefined): Promise<void> {
  if (failure) end?.reject(failure);
  else end?.resolve();
  return turn();
}

/** Lets everything go on that can. */
async function turn(): Promise<void> {
  for (let at = 0; at < 20; at += 1) await Promise.resolve();
}

test("Never more run than the budget allows, in their order, and all of them do.", async () => {
  const property = fc.asyncProperty(
    fc.array(fc.integer({ min: 1, max: 10 }), { minLength: 1, maxLength: 12 }),
    fc.integer({ min: 1, max: 4 }),
    fc.integer({ min: 1, max: 20 }),
    fc.infiniteStream(fc.nat(100)),
    async (memory, jobs, memoryMb, choices) => {
      const { running, begun, work, used, end } = stage(memory);
      const all = inTurn([...memory.keys()], {
        budget: { jobs, memoryMb, ahead: 1 },
        memoryOf: (item) => memory[item] ?? 0,
        work,
        signal: never,
      });
      await turn();
      for (const _ of memory) {
        assert.ok(running.size >= 1 && running.size <= jobs);
        assert.ok(running.size === 1 || used() <= memoryMb, `${used()} of ${memoryMb}`);
        const [choice = 0] = choices.take(1);
        await end([...running][choice % running.size] ?? -1);
      }
      await all;
      assert.deepEqual(begun, [...memory.keys()]);
    },
  );
  await fc.assert(property, { numRuns: 60 });
});

for (const [ahead, told] of [
  [0, []],
  [1, ["a: b", "b: c", "c: d"]],
  [2, ["a: b", "a: c", "b: d"]],
] as const) {
  test(`What comes next is told once, ${ahead} ahead.`, async () => {
    const heard: string[] = [];
    let latest = "";
    const next = (item: string) => void heard.push(`${latest}: ${item}`);
    const work = async (item: string) => {
      latest = item;
    };
    const budget = { jobs: 1, memoryMb: 1, ahead };
    await inTurn(["a", "b", "c", "d"], { budget, memoryOf: () => 1, work, next, signal: never });
    assert.deepEqual(heard, told);
  });
}

test("After a failure nothing new is started, and what runs is waited for.", async () => {
  const { running, begun, work, end } = stage([1, 1, 1]);
  const budget = { jobs: 2, memoryMb: 9, ahead: 1 };
  const all = inTurn([0, 1, 2], { budget, memoryOf: () => 1, work, signal: never });
  const failed = assert.rejects(all, /no disk/);
  await end(0, new Error("no disk"));
  assert.deepEqual([...running], [1]);
  await end(1);
  await failed;
  assert.deepEqual(begun, [0, 1]);
});

test("Interrupted, nothing new is started either.", async () => {
  const abort = new AbortController();
  const { begun, work, end } = stage([1, 1]);
  const all = inTurn([0, 1], {
    budget: { jobs: 1, memoryMb: 9, ahead: 0 },
    memoryOf: () => 1,
    work,
    signal: abort.signal,
  });
  const stopped = assert.rejects(all, { name: "AbortError" });
  abort.abort();
  await end(0);
  await stopped;
  assert.deepEqual(begun, [0]);
});

test("The budget follows from the memory that is free and the processors there are.", () => {
  const machine = (gigabytes: number, cores: number) => ({ availableBytes: gigabytes * 1024 ** 3, cores });
  const [jobs, ahead] = [3, 1];
  assert.partialDeepStrictEqual(budgetOf(undefined, "thinking", machine(24, 2)), { jobs, ahead });
  assert.partialDeepStrictEqual(budgetOf(undefined, "scripted", machine(24, 2)), { jobs: 1, ahead });
  assert.partialDeepStrictEqual(budgetOf(undefined, "controls", machine(24, 2)), { jobs: 2, ahead });
  assert.partialDeepStrictEqual(budgetOf(undefined, "thinking", machine(4, 8)), { jobs: 2, ahead: 1 });
  assert.partialDeepStrictEqual(budgetOf(undefined, "thinking", machine(0.5, 8)), { jobs: 1, ahead: 0 });
  assert.partialDeepStrictEqual(budgetOf(5, "scripted", machine(24, 2)), { jobs: 5, ahead });
  const nodes = (count: number) => Array.from({ length: count }, (_, at) => ({ name: `node-${at}` }));
  const [one, three] = [1, 3].map((count) => memoryOfTrial({ nodes: nodes(count), addons: [] }));
  assert.ok(one !== undefined && three !== undefined && three > one);
});
