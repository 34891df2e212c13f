import assert from "node:assert/strict";
import { test } from "node:test";
import type { LockedTrial } from "../results/index.ts";
import { canTakeOver, chainsOf } from "./chains.ts";

const trial = (task: string, agent: string, more: Partial<LockedTrial> = {}): LockedTrial => ({
  ...{ trial: `${task} ${agent}`, task, agent, seed: "1", attempt: 1 },
  ...more,
});
const namesOf = (trials: readonly LockedTrial[]) =>
  chainsOf(trials, canTakeOver).map((chain) => chain.map(({ trial }) => trial).join(", "));

test("Controls begin with one cluster: whole, then broken, then repaired; whoever repairs leaves it to nobody.", () => {
  const healthy = trial("a", "healthy", { healthy: true });
  const all = [healthy, ...["nop", "oracle", "control:cheat", "control:delete"].map((agent) => trial("a", agent))];
  assert.deepEqual(namesOf(all), ["a healthy, a nop, a oracle", "a control:cheat", "a control:delete"]);
});

test("Only the same variant of the same task is taken over.", () => {
  const nop = trial("a", "nop");
  assert.deepEqual(namesOf([nop, trial("b", "oracle")]).length, 2);
  assert.deepEqual(namesOf([nop, trial("a", "oracle", { seed: "2" })]).length, 2);
  assert.deepEqual(namesOf([nop, trial("a", "oracle")]).length, 1);
});

test("An agent is what it is made of, whatever it is called.", () => {
  assert.deepEqual(namesOf([trial("a", "nop", { spec: "claude" }), trial("a", "oracle")]).length, 2);
  assert.deepEqual(namesOf([trial("a", "idle", { spec: "nop" }), trial("a", "oracle")]).length, 1);
});

test("What was broken is never given to a trial of what is whole.", () => {
  const healthy = trial("a", "healthy", { healthy: true });
  assert.deepEqual(namesOf([trial("a", "nop"), healthy]).length, 2);
  assert.deepEqual(namesOf([healthy, trial("a", "healthy again", { spec: "healthy", healthy: true })]).length, 1);
});
