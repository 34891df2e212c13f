import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { after, before, describe, test } from "node:test";
import { fileURLToPath } from "node:url";
import { type Agent, human, nop, replay, scripted, trajectoryOf } from "../../src/agents/index.ts";
import type { Sandbox } from "../../src/sandbox/index.ts";
import { bash, type Scene, setScene, skip } from "./scene.ts";

const person = fileURLToPath(new URL("./fixtures/person.ts", import.meta.url));
type Acted = Awaited<ReturnType<Agent["act"]>>;

/** What matters of what was done. */
const told = ({ deeds = [] }: Acted) =>
  deeds.map(({ tool_calls, observation }) => [
    tool_calls?.[0]?.arguments.command,
    observation?.results[0]?.content,
    observation?.results[0]?.extra?.exit_code,
  ]);

describe("Agents without a model", { skip }, () => {
  let scene: Scene;
  let home: Sandbox;
  before(async () => {
    scene = await setScene();
    home = await scene.open();
  });
  after(async () => {
    await home[Symbol.asyncDispose]();
    await scene[Symbol.asyncDispose]();
  });
  const act = (agent: Agent, limit = 60, signal: AbortSignal = new AbortController().signal) =>
    agent.act({ home, instruction: "Make it work again.", limit }, signal);

  test("nop does nothing, and says so.", async () => {
    assert.deepEqual(await act(nop), { how: "done", output: "", deeds: [] });
  });

  test("a script runs as the agent; its words, output, code and time are one step.", async () => {
    const acted = await act(scripted("oracle", "whoami; echo no >&2; exit 4"));
    assert.equal(acted.how, "failed");
    assert.deepEqual(told(acted), [["whoami; echo no >&2; exit 4", "agent\nno\n", 4]]);
  });

  test("a script that does not end is stopped, with what it said until then.", async () => {
    const acted = await act(scripted("slow", "echo begun; sleep 1000"), 3);
    assert.equal(acted.how, "stopped");
    assert.match(acted.output, /^begun\n\nended: timeout\n$/);
  });

  const lines = ["cd /tmp", "x=5", 'echo "now! $x" > f', "for i in 1 2", "do cat f; done", "ls /nowhere", "exit 3"];
  const wanted = [
    ["cd /tmp", "", 0],
    ["x=5", "", 0],
    ['echo "now! $x" > f', "", 0],
    ["for i in 1 2\ndo cat f; done", "now! 5\nnow! 5\n", 0],
    ["ls /nowhere", "ls: cannot access '/nowhere': No such file or directory\n", 2],
    ["exit 3", "exit\n", 3],
  ];

  test("a person behind a stream of lines has one shell, and each command is told apart; a replay does the same again.", async () => {
    const shown: string[] = [];
    const seat = {
      input: Readable.from([`${lines.join("\n")}\n`]),
      isTerminal: false,
      show: (text: string) => shown.push(text),
    };
    const acted = await act(human({ ...seat, show: (text) => void seat.show(text) }));
    assert.deepEqual([acted.how, acted.usage], ["done", { commands: 6 }]);
    assert.deepEqual(told(acted), wanted);
    assert.match(shown.join(""), /^Make it work again\.\n\nYou have 60 s\./);
    assert.ok(!shown.join("").includes("7711"), "marks are for us alone");

    const trajectory = trajectoryOf(
      { name: "human", version: "1" },
      { instruction: "x", at: new Date() },
      acted.deeds ?? [],
    );
    await bash(home, "rm /tmp/f");
    const again = await act(replay("replay", JSON.parse(JSON.stringify(trajectory))));
    assert.deepEqual(told(again), wanted);
    assert.equal((await bash(home, "cat /tmp/f")).stdout, "now! 5\n");
  });

  test("a replay of a script runs it in a shell of its own, and stops when its time is over.", async () => {
    const trajectory = (deeds: Acted["deeds"]) =>
      trajectoryOf({ name: "x", version: "1" }, { instruction: "x", at: new Date() }, deeds ?? []);
    const first = await act(scripted("x", "set -e\ncd /tmp\npwd\nfalse\necho never"));
    assert.deepEqual(told(await act(replay("again", trajectory(first.deeds)))), told(first));
    const { deeds: endless = [] } = await act(scripted("x", "sleep 1000"), 0.1);
    const stopped = await act(replay("again", trajectory([...endless, ...(first.deeds ?? [])])), 1);
    assert.deepEqual([stopped.how, stopped.usage], ["stopped", { commands: 1 }]);
  });

  test("a person who does not come to an end is stopped.", async () => {
    const stop = new AbortController();
    const seat = { input: Readable.from(["echo begun\nsleep 1000\n"]), isTerminal: false, show: () => {} };
    const show = (text: string) => text.includes("begun\n") && stop.abort();
    const acted = await act(human({ ...seat, show: (text) => void show(text) }), 60, stop.signal);
    assert.equal(acted.how, "stopped");
    assert.deepEqual(told(acted)[0], ["echo begun", "begun\n", 0]);
  });

  test("a person at a terminal has a terminal in the sandbox, and what is seen there is recorded.", async () => {
    const folder = await mkdtemp(join(tmpdir(), "airworthy-person-"));
    try {
      const file = join(folder, "acted.json");
      // A terminal around the whole, as a person would have.
      const command = `exec ${process.execPath} ${person} ${file}`;
      const child = spawn("script", ["--quiet", "--return", "--echo", "never", "--command", command, "/dev/null"], {
        stdio: ["pipe", "pipe", "inherit"],
      });
      let screen = "";
      let typed = 0;
      const keys = ["test -t 0 && tty\n", "false\n", "exit\n"];
      // A person types when a prompt is there.
      child.stdout.on("data", (chunk: Buffer) => {
        screen += chunk;
        const prompts = screen.split("/workspace$ ").length - 1;
        if (prompts > typed && typed < keys.length) child.stdin.write(keys[typed++]);
      });
      await once(child, "exit");
      assert.match(screen, /Make it work again\./);
      const acted = JSON.parse(await readFile(file, "utf8"));
      assert.deepEqual(
        told(acted).map(([words, , code]) => [words, code]),
        [
          ["test -t 0 && tty", 1],
          ["false", 1],
          ["exit", 1],
        ],
      );
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});
