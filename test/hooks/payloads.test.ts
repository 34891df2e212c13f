import assert from "node:assert/strict";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { run } from "../../src/process/index.ts";
import { type AgentName, type HookSettings, hooks } from "../../src/recorder/index.ts";
import { type Person, person } from "./stage.ts";

const usual: HookSettings = { record: "commands", keepCommands: false };

/** One agent's hooks for one person, called as the agent would, with what it would hand over. */
async function hooked(agent: AgentName, who: Person, settings: Partial<HookSettings> = {}) {
  const { runHook } = await hooks();
  const base =
    agent === "opencode" ? { session: "s", directory: who.directory } : { session_id: "s", cwd: who.directory };
  return async (payload: Record<string, unknown>) => {
    const said = await runHook(
      agent,
      JSON.stringify({ ...base, ...payload }),
      { ...usual, ...settings },
      who.environment,
    );
    return said === "" ? {} : (JSON.parse(said) as { hookSpecificOutput?: Record<string, never> });
  };
}

const before = (tool_name: string, tool_input: object, more: object = {}) => ({
  hook_event_name: "PreToolUse",
  permission_mode: "bypassPermissions",
  tool_name,
  tool_input,
  ...more,
});
const after = (tool_name: string, tool_input: object, more: object = {}) => ({
  ...before(tool_name, tool_input, more),
  hook_event_name: "PostToolUse",
});
const rewritten = (said: { hookSpecificOutput?: Record<string, unknown> }) =>
  ((said.hookSpecificOutput?.updatedInput ?? said.hookSpecificOutput?.tool_input) as { command?: string } | undefined)
    ?.command;
const markerOf = (line: string | undefined) => /"([^"]+)"/.exec(line ?? "")?.[1] ?? "";

async function outcomes(who: Person) {
  return (await who.entries("report")).map(({ data }) => [data.verdict, data.exitCode ?? data.error?.kind]);
}

test("Equal commands of Gemini side by side are told apart by the line as it was run.", async () => {
  await using who = await person();
  const hook = await hooked("gemini", who);
  const call = { tool_name: "run_shell_command", tool_input: { command: "kubectl delete pod x" } };
  const lines: string[] = [];
  for (const _ of [1, 2]) lines.push(rewritten(await hook({ hook_event_name: "BeforeTool", ...call })) ?? "");
  await writeFile(markerOf(lines[0]), "4\n");
  await writeFile(markerOf(lines[1]), "0\n");
  for (const command of lines.toReversed()) {
    const response = { llmContent: "Output: (empty)" };
    await hook({ hook_event_name: "AfterTool", ...call, tool_input: { command }, tool_response: response });
  }
  const [first, second] = await who.entries("prescription");
  const reports = await who.entries("report");
  assert.deepEqual(
    reports.map(({ data }) => [data.prescription, data.exitCode]),
    [
      [second?.id, 0],
      [first?.id, 4],
    ],
  );
});

test("Gemini's risk comes after the call, since before it nothing can be said.", async () => {
  await using who = await person();
  const hook = await hooked("gemini", who, { keepCommands: true });
  const call = { tool_name: "run_shell_command", tool_input: { command: "kubectl delete namespace prod" } };
  assert.deepEqual(await hook({ hook_event_name: "BeforeTool", ...call }), {});
  const said = await hook({
    hook_event_name: "AfterTool",
    ...call,
    tool_response: { llmContent: "Output: a\nExit Code: 9\n" },
  });
  assert.match(String(said.hookSpecificOutput?.additionalContext), /critical risk/);
  assert.deepEqual(await outcomes(who), [["failure", 9]]);
});

test("A command in the background is reported when its shell has ended, by whichever hook comes next.", async () => {
  await using who = await person();
  const hook = await hooked("claude", who);
  const input = { command: "helm upgrade web ./chart" };
  const line = rewritten(await hook(before("Bash", input, { tool_use_id: "one" })));
  await hook(after("Bash", input, { tool_use_id: "one", tool_response: { backgroundTaskId: "b1" } }));
  await hook({ hook_event_name: "Stop" });
  assert.deepEqual(await outcomes(who), [], "it runs");
  await writeFile(markerOf(line), "5\n");
  await hook(before("Bash", { command: "true" }, { tool_use_id: "two" }));
  assert.deepEqual(await outcomes(who), [["failure", 5]]);
});

test("Where nobody will see an end, that is what is recorded.", async () => {
  await using who = await person();
  const hook = await hooked("claude", who);
  const asks = { permission_mode: "default" };
  const call = async (id: string, more: object) => {
    await hook(before("Bash", { command: "make deploy" }, { ...asks, tool_use_id: id }));
    await hook({ ...after("Bash", { command: "make deploy" }, { ...asks, tool_use_id: id }), ...more });
  };
  await call("background", { tool_response: { backgroundTaskId: "b1" } });
  await call("interrupted", { hook_event_name: "PostToolUseFailure", error: "stopped", is_interrupt: true });
  await hook(before("Bash", { command: "refused" }, { ...asks, tool_use_id: "refused" }));
  await hook(before("Bash", { command: "of a helper" }, { ...asks, tool_use_id: "helper", agent_id: "h1" }));
  await hook({ hook_event_name: "Stop" });
  assert.deepEqual(await outcomes(who), [
    ["error", "lost"],
    ["error", "killed"],
    ["error", "lost"],
  ]);
  await hook({ hook_event_name: "SessionEnd" });
  assert.equal((await outcomes(who)).length, 4, "a helper may outlive the turn, not the session");
  const helper = (await who.entries("prescription")).at(-1);
  assert.deepEqual([helper?.actor.id, helper?.actor.parent], ["claude/h1", "claude"]);
});

test("Told twice of an end, or of one that was never recorded, a hook says nothing and writes nothing.", async () => {
  await using who = await person();
  const hook = await hooked("claude", who);
  const call = { tool_use_id: "one", tool_response: {}, permission_mode: "default" };
  await hook(before("Bash", { command: "rm x" }, call));
  for (const _ of [1, 2]) await hook(after("Bash", { command: "rm x" }, call));
  await hook(after("Bash", { command: "rm y" }, { ...call, tool_use_id: "unknown" }));
  assert.deepEqual(await outcomes(who), [["success", 0]]);
  assert.deepEqual(await who.entries("anomaly"), []);
});

test("What Claude Code tells of exit codes is understood.", async () => {
  await using who = await person();
  const hook = await hooked("claude", who);
  for (const [index, end] of [
    { tool_response: { stdout: "x" } },
    { tool_response: { returnCodeInterpretation: "No matches found" } },
    { hook_event_name: "PostToolUseFailure", error: "Exit code 42\nboom" },
    { hook_event_name: "PostToolUseFailure", error: "Something else went wrong" },
  ].entries()) {
    const call = { tool_use_id: `call-${index}`, permission_mode: "acceptEdits" };
    assert.equal(rewritten(await hook(before("Bash", { command: "grep x y" }, call))), undefined);
    await hook({ ...after("Bash", { command: "grep x y" }, call), ...end });
  }
  assert.deepEqual(await outcomes(who), [
    ["success", 0],
    ["failure", 1],
    ["failure", 42],
    ["failure", undefined],
  ]);
});

test("What is recorded is as wide as it was wished.", async () => {
  for (const [record, expected] of [
    ["changes", ["helm"]],
    ["commands", ["ls", "helm"]],
    ["all", ["ls", "helm", "agent"]],
  ] as const) {
    await using who = await person();
    const hook = await hooked("claude", who, { record });
    await hook(before("Bash", { command: "ls -la" }, { tool_use_id: "1" }));
    await hook(before("Bash", { command: "helm uninstall web" }, { tool_use_id: "2" }));
    await hook(before("Read", { file_path: "/etc/hosts" }, { tool_use_id: "3" }));
    assert.deepEqual(
      (await who.entries("prescription")).map(({ data }) => data.tool),
      expected,
    );
  }
});

test("A tool of an MCP server is recorded by what it does; our own server records by itself.", async () => {
  await using who = await person();
  const hook = await hooked("codex", who);
  await hook(before("mcp__airworthy__prescribe", { shell: "rm x" }, { tool_use_id: "1" }));
  await hook(
    before("mcp__k8s__pods_delete", { name: "web", namespace: "prod" }, { tool_use_id: "2", model: "gpt-5.5" }),
  );
  await hook(after("mcp__k8s__pods_delete", {}, { tool_use_id: "2", tool_response: "deleted" }));
  const [entry, ...more] = await who.entries("prescription");
  assert.deepEqual(more, []);
  assert.deepEqual(entry?.data.command, ["kubectl", "delete", "pod", "web", "--namespace=prod"]);
  assert.equal(entry?.actor.model, "gpt-5.5");
  assert.deepEqual(await outcomes(who), [["success", undefined]]);
});

test("A patch of Codex is recorded with all its files.", async () => {
  await using who = await person();
  const hook = await hooked("codex", who);
  const patch = [
    ...["*** Begin Patch", "*** Add File: a.yaml", "+x: 1", "*** Update File: b.yaml", "@@", "-y: 1", "+y: 2"],
    ...["*** Delete File: c.yaml", "*** End Patch"],
  ].join("\n");
  await hook(before("apply_patch", { command: patch }, { tool_use_id: "1" }));
  const [entry] = await who.entries("prescription");
  assert.deepEqual(
    entry?.data.targets.map(({ name }) => name),
    ["a.yaml", "b.yaml", "c.yaml"].map((name) => join(who.directory, name)),
  );
  assert.equal(entry?.data.artifacts.length, 3);
});

test("opencode's calls are paired by its own ids, and its exit codes are taken as its word.", async () => {
  await using who = await person();
  const hook = await hooked("opencode", who);
  const call = { call: "c1", tool: "bash", args: { command: "kubectl delete namespace prod" } };
  assert.match(JSON.stringify(await hook({ event: "before", ...call })), /critical risk/);
  await hook({ event: "after", ...call, exit: 8 });
  await hook({ event: "before", ...call, call: "c2" });
  await hook({ event: "after", ...call, call: "c2", error: "The user rejected permission" });
  await hook({ event: "before", call: "c3", tool: "k8s_pods_delete", args: { name: "web" } });
  assert.deepEqual(await outcomes(who), [
    ["failure", 8],
    ["failure", undefined],
  ]);
  assert.equal((await who.entries("prescription")).at(-1)?.data.operation, "delete");
});

test("A payload that is not understood blocks, with what was expected.", async () => {
  await using who = await person();
  for (const [payload, words] of [
    ["", /expected a JSON object on standard input, found nothing/],
    ["[1]", /expected a string in "session_id", found nothing/],
    [
      JSON.stringify({ session_id: "s", hook_event_name: "PreToolUse", tool_name: "Bash", cwd: "/", tool_input: {} }),
      /"command"/,
    ],
  ] as const) {
    const { code, stderr, stdout } = await who.airworthy(["hook", "pre", "claude"], payload);
    assert.deepEqual([code, stdout], [2, ""]);
    assert.match(stderr, words);
  }
  const passed = await who.airworthy(["hook", "pre", "claude", "--on-failure", "pass"], "");
  assert.equal(passed.code, 0);
  assert.match(JSON.parse(passed.stdout).systemMessage, /NOT RECORDED/);
});

test("If Node or airworthy is gone, the installed hook still says what was chosen for that: block, or pass.", async () => {
  for (const [onFailure, code] of [
    ["block", 2],
    ["pass", 0],
  ] as const) {
    await using who = await person();
    await who.airworthy(["hook", "install", "claude", "--on-failure", onFailure]);
    const settings = JSON.parse(await readFile(join(who.home, ".claude", "settings.json"), "utf8"));
    const command: string = settings.hooks.PreToolUse[0].hooks[0].command;
    for (const gone of [command.replace(process.execPath, "/gone/node"), command.replace("airworthy.cjs", "gone.js")]) {
      assert.notEqual(gone, command);
      const exit = await run("sh", ["-c", gone], { env: who.environment, allowFailure: true });
      assert.equal(exit.code, code, gone);
    }
  }
});

test("A command that is blocked is answered in each agent's own form, and is on record as declined.", async () => {
  const command = "kubectl delete namespace prod";
  for (const [agent, payload, shape] of [
    ["claude", before("Bash", { command }), /"permissionDecision":"deny"/],
    ["codex", before("Bash", { command }), /"permissionDecision":"deny"/],
    [
      "gemini",
      { hook_event_name: "BeforeTool", tool_name: "run_shell_command", tool_input: { command } },
      /"decision":"deny"/,
    ],
    ["opencode", { event: "before", call: "c", tool: "bash", args: { command } }, /"deny":"Blocked/],
  ] as const) {
    await using who = await person();
    const hook = await hooked(agent, who, { block: "high" });
    assert.match(JSON.stringify(await hook(payload)), shape);
    const [report] = await who.entries("report");
    assert.deepEqual([report?.data.verdict, report?.data.decline?.trigger], ["declined", "hook-policy"]);
  }
});
