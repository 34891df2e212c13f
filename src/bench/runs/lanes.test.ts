import assert from "node:assert/strict";
import { test } from "node:test";
import { lanes } from "./lanes.ts";

const settled = () => new Promise((resolve) => setImmediate(resolve));

test("As many as there are lanes go on at once, in the order of asking, and a failure makes room too.", async () => {
  const inLane = lanes(2);
  const begun: string[] = [];
  const ends = new Map<string, PromiseWithResolvers<string>>();
  const work = (name: string) =>
    inLane(() => {
      begun.push(name);
      const end = Promise.withResolvers<string>();
      ends.set(name, end);
      return end.promise;
    });
  const all = ["a", "b", "c", "d"].map(work);
  const outcome = Promise.allSettled(all);
  await settled();
  assert.deepEqual(begun, ["a", "b"]);
  ends.get("b")?.reject(new Error("no"));
  await settled();
  assert.deepEqual(begun, ["a", "b", "c"]);
  ends.get("a")?.resolve("A");
  await settled();
  assert.deepEqual(begun, ["a", "b", "c", "d"]);
  ends.get("c")?.resolve("C");
  ends.get("d")?.resolve("D");
  assert.deepEqual(
    (await outcome).map((each) => (each.status === "fulfilled" ? each.value : "failed")),
    ["A", "failed", "C", "D"],
  );
  assert.equal(await inLane(async () => "again"), "again");
});
