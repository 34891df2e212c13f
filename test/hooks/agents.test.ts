import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { describe, test } from "node:test";
import { type CliAgent, cliAgents, installAgent, runAgent, type Stage, type Turn } from "../endpoint/index.ts";
import { type Person, person } from "./stage.ts";

// The real agents, from npm, each against a model that plays a script.
const found = Object.fromEntries(
  await Promise.all(cliAgents.map(async (agent) => [agent, await installAgent(agent)] as const)),
) as Record<CliAgent, Awaited<ReturnType<typeof installAgent>>>;

const reasonToSkip = (agent: CliAgent) => ("missing" in found[agent] ? `${agent}: ${found[agent].missing}` : false);

async function play(agent: CliAgent, who: Person, turns: readonly Turn[], more: Partial<Stage> = {}) {
  const { home, directory, environment } = who;
  const program = "program" in found[agent] ? found[agent].program : "";
  const played = await runAgent(agent, program, turns, { home, directory, environment, ...more });
  assert.deepEqual(played.failures, []);
  return { ...played, all: `${played.stdout}\n${played.stderr}` };
}

/** What the agent was told last, by its tools and by hooks, as it reached the model. */
const heard = (played: Awaited<ReturnType<typeof play>>) => JSON.stringify(played.exchanges.at(-1)?.body);

const commandsOf = (entries: Awaited<ReturnType<typeof prescriptionsOf>>) =>
  entries.map(({ data }) => data.command?.at(-1) ?? `${data.tool} ${data.operation}`);
const prescriptionsOf = (who: Person) => who.entries("prescription");

for (const agent of cliAgents) {
  describe(`${agent}, the real one, with our hooks`, { skip: reasonToSkip(agent) }, () => {
    test("records commands before they run and how they ended, and does not run what is blocked.", async () => {
      await using who = await person();
      assert.equal((await who.airworthy(["hook", "install", agent, "--block", "critical"])).code, 0);
      assert.equal((await who.airworthy(["skill", "install", "--agent", agent])).code, 0);
      const file = join(who.directory, "app.yaml");
      const deadly = "touch blocked; kubectl --kubeconfig=/dev/null delete namespace prod";
      const played = await play(agent, who, [
        { calls: [{ shell: "echo one > made-by-agent" }] },
        { calls: [{ shell: "echo two; exit 3" }] },
        { calls: [{ write: file, content: "replicas: 3\n" }] },
        { calls: [{ shell: deadly }] },
        { say: "done" },
      ]);
      assert.equal(played.exitCode, 0, played.all);
      assert.ok(existsSync(join(who.directory, "made-by-agent")), played.all);
      assert.equal(await readFile(file, "utf8"), "replicas: 3\n", played.all);
      assert.ok(!existsSync(join(who.directory, "blocked")), "what was declined was not run");

      const prescriptions = await prescriptionsOf(who);
      const reports = await who.entries("report");
      assert.deepEqual(commandsOf(prescriptions), [
        "echo one > made-by-agent",
        "echo two; exit 3",
        "files write",
        deadly,
      ]);
      assert.deepEqual(
        prescriptions[2]?.data.targets.map(({ system, name, action }) => [system, name, action]),
        [["files", file, "write"]],
      );
      assert.deepEqual(
        reports.map(({ data }) => [data.verdict, data.exitCode]),
        [
          ["success", 0],
          ["failure", 3],
          ["success", undefined],
          ["declined", undefined],
        ],
      );
      assert.deepEqual(
        reports.map(({ data }) => data.prescription),
        prescriptions.map(({ id }) => id),
      );
      for (const [index, { sequence, actor, session, capture }] of prescriptions.entries()) {
        assert.ok(sequence < (reports[index]?.sequence ?? 0), "the prescription is written first");
        assert.deepEqual([actor.kind, actor.id, actor.prompt], ["agent", agent, "airworthy-skill@1.0.0"]);
        assert.deepEqual([capture.channel, capture.through], ["hook", agent]);
        assert.ok(session);
        assert.equal(session, prescriptions[0]?.session);
      }
      const codesFrom = reports.slice(0, 2).map(({ data }) => data.references);
      const teller = agent === "opencode" ? "agent" : "shell";
      assert.deepEqual(codesFrom, [[{ type: "exit-code-from", id: teller }], [{ type: "exit-code-from", id: teller }]]);
      assert.ok(/Blocked by airworthy/.test(heard(played)), "the agent is told why");
      assert.match(
        heard(played),
        /Record infrastructure changes before making them/,
        "the skill is offered to the model",
      );
      assert.equal((await who.entries("coverage"))[0]?.data.state, "open");
      assert.deepEqual(await who.entries("anomaly"), []);
    });

    test("does not let a command run that cannot be recorded, unless that is wanted.", async () => {
      await using who = await person();
      await who.airworthy(["hook", "install", agent]);
      // Not even root can make a log below a file.
      await writeFile(join(who.home, "no-folder"), "");
      const environment = { ...who.environment, AIRWORTHY_LOG: join(who.home, "no-folder", "log") };
      const turns = [{ calls: [{ shell: "touch unrecorded" }] }, { say: "done" }];
      const blocked = await play(agent, who, turns, { environment });
      assert.ok(!existsSync(join(who.directory, "unrecorded")), blocked.all);
      assert.ok(/could not record this call/.test(heard(blocked)));

      await who.airworthy(["hook", "install", agent, "--on-failure", "pass"]);
      const passed = await play(agent, who, turns, { environment });
      assert.ok(existsSync(join(who.directory, "unrecorded")), passed.all);
    });
  });
}

test("In Claude Code's other modes commands stay as they are, its rules hold, and exit codes are its word.", {
  skip: reasonToSkip("claude"),
}, async () => {
  await using who = await person();
  await who.airworthy(["hook", "install", "claude"]);
  const rules = ["--allowedTools", "Bash(echo:*)", "Bash(exit:*)", "Bash(rm:*)", "--disallowedTools", "Bash(rm:*)"];
  const turns: Turn[] = [
    { calls: [{ shell: "echo kept" }] },
    { calls: [{ shell: "exit 4" }] },
    { calls: [{ shell: "rm -f nothing" }] },
    { say: "done" },
  ];
  const played = await play("claude", who, turns, { free: false, more: rules });
  assert.ok(/rm -f nothing has been denied/.test(heard(played)), played.all);
  const reports = await who.entries("report");
  assert.deepEqual(commandsOf(await prescriptionsOf(who)), ["echo kept", "exit 4", "rm -f nothing"]);
  assert.deepEqual(
    reports.map(({ data }) => [data.verdict, data.exitCode, data.error?.kind]),
    [
      ["success", 0, undefined],
      ["failure", 4, undefined],
      ["error", undefined, "lost"],
    ],
  );
  assert.deepEqual(reports[0]?.data.references, [{ type: "exit-code-from", id: "agent" }]);
});

test("Hooks that Codex would pass over because nobody trusts them yet are shown as such.", {
  skip: reasonToSkip("codex"),
}, async () => {
  const program = "program" in found.codex ? found.codex.program : "";
  await using who = await person({ PATH: `${dirname(program)}:${process.env.PATH}` });
  await who.airworthy(["hook", "install", "codex"]);
  const { agents } = JSON.parse((await who.airworthy(["hook", "status", "--json"])).stdout);
  const states = agents.map(({ agent, scope, state }: Record<string, string>) => `${agent} ${scope}: ${state}`);
  assert.ok(states.includes("codex user: untrusted"), states.join("\n"));
  assert.ok(states.includes("claude user: not installed"));
});

test("A rule of Codex that forbids a command still forbids it when hooks rewrite commands.", {
  skip: reasonToSkip("codex"),
}, async () => {
  await using who = await person();
  await who.airworthy(["hook", "install", "codex"]);
  const rules = join(who.home, ".codex", "rules");
  await who.write(join(rules, "default.rules"), 'prefix_rule(pattern=["touch"], decision="forbidden")\n');
  const played = await play("codex", who, [{ calls: [{ shell: "touch forbidden" }] }, { say: "done" }]);
  assert.ok(/policy forbids/.test(heard(played)), played.all);
  assert.ok(!existsSync(join(who.directory, "forbidden")));
  // It was prescribed, never run, and nobody told of an end: the session's end closes it.
  const [report] = await who.entries("report");
  assert.deepEqual([report?.data.verdict, report?.data.error?.kind], ["error", "lost"]);
});

test("A command that Codex stops waiting for is reported with its exit code when it ends.", {
  skip: reasonToSkip("codex"),
}, async () => {
  await using who = await person();
  await who.airworthy(["hook", "install", "codex"]);
  // Each waits for a file of the other, so that the order is sure whatever the machine is busy with.
  const wait = "until [ -e go ]; do sleep 0.2; done; exit 6";
  const turns: Turn[] = [
    { calls: [{ server: "", tool: "exec_command", input: { cmd: wait, yield_time_ms: 250 } }] },
    { calls: [{ shell: "touch go; until ls $TMPDIR/airworthy-hooks-*/*; do sleep 0.2; done" }] },
    { say: "done" },
  ];
  await play("codex", who, turns);
  const reports = await who.entries("report");
  const [slow, quick] = await prescriptionsOf(who);
  const outcome = (id: string | undefined) => reports.find(({ data }) => data.prescription === id)?.data;
  assert.equal(outcome(slow?.id)?.exitCode, 6);
  assert.equal(outcome(quick?.id)?.exitCode, 0);
});
