import assert from "node:assert/strict";
import { test } from "node:test";
import { actorHere, parseActor, traceHere, userHere } from "./identity.ts";

test("An actor is a kind and an id; without a kind it is an agent.", () => {
  assert.deepEqual(parseActor("human:ada"), { kind: "human", id: "ada" });
  assert.deepEqual(parseActor("claude"), { kind: "agent", id: "claude" });
  assert.deepEqual(parseActor("ci:deploy:prod"), { kind: "ci", id: "deploy:prod" });
  for (const wrong of ["robot:x", "agent:", "agent: ", ""]) {
    assert.throws(() => parseActor(wrong), { code: "INVALID_INPUT" }, wrong);
  }
});

test("Who acts is what the environment says, then a build machine, then a user of whom nothing is known.", () => {
  assert.deepEqual(actorHere({ AIRWORTHY_ACTOR: "agent:x", AIRWORTHY_MODEL: "m", CI: "true" }), {
    kind: "agent",
    id: "x",
    model: "m",
  });
  assert.deepEqual(actorHere({ CI: "true" }), { kind: "ci", id: userHere() });
  assert.deepEqual(actorHere({ CI: "false" }), { kind: "unknown", id: userHere() });
});

test("A trace is taken from the environment if it is one.", () => {
  const [trace, span] = ["4bf92f3577b34da6a3ce929d0e0e4736", "00f067aa0ba902b7"];
  assert.deepEqual(traceHere({ TRACEPARENT: `00-${trace}-${span}-01` }), { trace, parent: span });
  for (const wrong of [undefined, "", "00-x-y-01", `00-${"0".repeat(32)}-${span}-01`, `00-${trace}-${span}`]) {
    assert.equal(traceHere({ TRACEPARENT: wrong }), undefined);
  }
});
