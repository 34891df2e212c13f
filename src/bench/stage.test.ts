import assert from "node:assert/strict";
import { test } from "node:test";
import type { Agent, Stage } from "../agents/index.ts";
import type { Executed } from "../sandbox/index.ts";
import { answerIn, equipped, perform } from "./stage.ts";

/** A sandbox in which every command ends like this. */
function home(ended: Partial<Executed> = {}): Stage["home"] {
  const nobody = () => assert.fail("nobody asked for this");
  const exec = async () => ({ code: 0, stdout: "", stderr: "", seconds: 0, truncated: false, ...ended });
  return { exec, command: nobody, read: nobody, write: nobody };
}
const agent = (act: Agent["act"]): Agent => ({ name: "a", act });
const never = new AbortController().signal;
const play = (act: Agent["act"], limit = 600, signal = never) =>
  perform(agent(act), home(), { instruction: "Repair it.", limit }, signal);
const until = (signal: AbortSignal) =>
  new Promise<never>((_, reject) => signal.addEventListener("abort", () => reject(signal.reason), { once: true }));

test("An agent that does not end is stopped when its time is over, and is judged like any other.", async () => {
  const { how, output } = await play((_, signal) => until(signal), 0.02);
  assert.deepEqual([how, output], ["stopped", "not done after 0.02 s"]);
});

test("An agent that does not even notice that its time is over is left behind.", async () => {
  const { how } = await play(() => new Promise(() => {}), 0.02);
  assert.equal(how, "stopped");
});

test("An agent that breaks has failed, which is not the harness's failure.", async () => {
  const { how, output } = await play(() => Promise.reject(new Error("no model")));
  assert.deepEqual([how, output], ["failed", "the agent failed: no model"]);
});

test("Who interrupts everything interrupts the agent.", async () => {
  const stop = new AbortController();
  const playing = play((_, signal) => until(signal), 600, stop.signal);
  stop.abort(new Error("enough"));
  await assert.rejects(playing, /enough/);
});

test("Of a flood, the beginning and the end are kept.", async () => {
  const flood = `begin${"x".repeat(1_000_000)}end`;
  const { output } = await play(async () => ({ how: "done", output: flood }));
  assert.match(output, /^beginx+\n… \d+ characters left out …\nx+end$/);
  assert.ok(output.length < 300_000);
});

test("An agent hears who records, and whatever it says about how it went is passed on.", async () => {
  const told = { instruction: "Repair it.", limit: 600, recorder: "offered" } as const;
  const act: Agent["act"] = async ({ recorder }) => ({ how: "void", reason: `overloaded, ${recorder}`, output: "" });
  assert.deepEqual(await perform(agent(act), home(), told, never), {
    ...{ how: "void", reason: "overloaded, offered", output: "" },
  });
});

test("What the recorder brings and what the agent brings are both in the sandbox, launchers first.", () => {
  const file = (path: string) => ({ path, content: "" });
  const recorder = {
    socket: "/run/r",
    files: [file("/l")],
    tools: ["airworthy"],
    env: { PATH: "/l:/bin", A: "1" },
  } as const;
  const forwards = [{ address: "127.0.0.1", port: 80, socket: "/s" }];
  assert.deepEqual(equipped(recorder, { forwards, files: [file("/f")], env: { PATH: "/opt/cli", B: "2" } }), {
    ...{ socket: "/run/r", forwards, files: [file("/l"), file("/f")], tools: ["airworthy"] },
    env: { PATH: "/l:/bin:/opt/cli", A: "1", B: "2" },
  });
  assert.deepEqual(equipped(undefined, { env: { B: "2" } }), { files: [], tools: [], env: { B: "2" } });
});

for (const [what, ended, expected] of [
  ["an answer", { stdout: '{"outcome":"declined","reason":"no"}' }, { outcome: "declined", reason: "no" }],
  ["an answer without a reason", { stdout: '{"outcome":"done"}' }, { outcome: "done", reason: "" }],
  ["no file", { code: 1 }, undefined],
  ["no JSON", { stdout: "declined" }, undefined],
  ["no outcome that is known", { stdout: '{"outcome":"perfect","reason":""}' }, undefined],
  ["a reason that is no text", { stdout: '{"outcome":"done","reason":{}}' }, undefined],
  ["null", { stdout: "null" }, undefined],
  ["more than anybody reads", { stdout: `{"outcome":"done","reason":"${"x".repeat(20_000)}"}` }, undefined],
] as const) {
  test(`Where ${what} was left, the answer is ${expected?.outcome ?? "none"}.`, async () => {
    assert.deepEqual(await answerIn(home(ended), never), expected);
  });
}

test("A sandbox that does not answer is the harness's failure, not the agent's.", async () => {
  await assert.rejects(answerIn(home({ code: 137, why: "timeout" }), never), { code: "NOT_KEPT" });
});
