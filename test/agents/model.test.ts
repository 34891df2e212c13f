import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import type { Sandbox } from "../../src/sandbox/index.ts";
import { bash, type Scene, setScene, skip } from "../sandbox/scene.ts";
import { families, finish, key, play, told } from "./model-stage.ts";

describe("A model behind our own loop", { skip }, () => {
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
  const answer = async () => JSON.parse(await home.read("/workspace/answer.json"));

  for (const { provider, dialect } of families) {
    test(`works in a sandbox, spoken to in the dialect ${dialect}.`, async () => {
      const { acted, endpoint } = await play(
        [
          {
            calls: [{ shell: "echo one; exit 3" }, { shell: "whoami" }],
            tokens: { input: 100, output: 20, cacheRead: 50, reasoning: 5 },
          },
          {
            calls: [
              { server: "edit", tool: "edit_file", input: { path: "/tmp/f", old_text: "", new_text: "a $& b\n" } },
            ],
          },
          { calls: [{ server: "edit", tool: "edit_file", input: { path: "/tmp/f", old_text: "b", new_text: "$'c" } }] },
          { calls: [{ server: "read", tool: "read_file", input: { path: "/tmp/f" } }] },
          finish("done", { diagnosis: "it was broken" }),
        ],
        { provider, stage: { home } },
      );
      assert.deepEqual(endpoint.failures, []);
      assert.equal(acted.how, "done", acted.output);
      assert.deepEqual(told(acted), [
        ["bash", "one\n[exit code 3]"],
        ["bash", "agent"],
        ["edit_file", "/tmp/f: written"],
        ["edit_file", "/tmp/f: changed"],
        ["read_file", "a $& $'c\n"],
        ["finish", "done"],
      ]);
      assert.deepEqual(await answer(), { outcome: "done", reason: "as scripted", diagnosis: "it was broken" });
      const { turns, toolCalls, commands, inputTokens, cacheReadTokens, outputTokens } = acted.usage ?? {};
      assert.deepEqual(
        { turns, toolCalls, commands, inputTokens, cacheReadTokens, outputTokens },
        { turns: 5, toolCalls: 6, commands: 2, inputTokens: 104, cacheReadTokens: 50, outputTokens: 24 },
      );
      assert.ok(endpoint.exchanges.every((each) => each.dialect === dialect));
      const first = acted.deeds?.find(({ source }) => source === "agent");
      assert.deepEqual(
        [first?.metrics?.prompt_tokens, first?.metrics?.cached_tokens, first?.metrics?.completion_tokens],
        [150, 50, 20],
      );
    });

    test(`hears what is wrong with its calls, in the dialect ${dialect}, and goes on.`, async () => {
      const { acted } = await play(
        [{ calls: [{ malformed: "arguments" }, { malformed: "tool" }, { shell: "echo well" }] }, finish("done")],
        { provider, stage: { home } },
      );
      assert.equal(acted.how, "done", acted.output);
      const [[, first], [, second], third] = told(acted) as [string[], string[], string[]];
      assert.match(String(first), /^error: Invalid input for tool bash/);
      assert.match(String(second), /^error: .*no_such_tool/);
      assert.deepEqual(third, ["bash", "well"]);
    });

    test(`waits for an overload to pass, in the dialect ${dialect}.`, async () => {
      const { acted } = await play([{ calls: [{ shell: "true" }], trouble: { is: 503, times: 2 } }, finish("done")], {
        ...{ provider, stage: { home } },
      });
      assert.equal(acted.how, "done", acted.output);
      assert.equal(acted.deeds?.find(({ source }) => source === "agent")?.extra?.retries, 2);
      assert.equal(acted.usage?.turns, 2, "an answer that never came is no turn");
    });

    test(`is void where an overload does not pass, in the dialect ${dialect}, and keeps what it did.`, async () => {
      const { acted } = await play([{ calls: [{ shell: "echo begun" }] }, { say: "", trouble: { is: 529 } }], {
        ...{ provider, stage: { home } },
      });
      assert.deepEqual([acted.how, acted.usage?.turns], ["void", 1]);
      assert.match(acted.reason ?? "", /529.*scripted trouble 529.*, 3 times$/);
      assert.deepEqual(told(acted), [["bash", "begun"]]);
    });

    test(`is void where its key is refused, in the dialect ${dialect}, at the first try.`, async () => {
      const { acted } = await play([{ say: "", trouble: { is: 401 } }], { provider, stage: { home } });
      assert.equal(acted.how, "void");
      assert.match(acted.reason ?? "", /^401 scripted trouble 401/);
    });

    test(`is asked again when an answer breaks off, in the dialect ${dialect}.`, async () => {
      const { acted } = await play([{ calls: [{ shell: "true" }], trouble: { is: "cut", times: 1 } }, finish("done")], {
        ...{ provider, stage: { home } },
      });
      assert.equal(acted.how, "done", `${acted.reason}\n${acted.output}`);
      assert.deepEqual(told(acted)[0], ["bash", "[no output]"], "half an answer is not carried out");
    });
  }

  for (const outcome of ["declined", "escalated", "nothing-wrong"]) {
    test(`may end as ${outcome}.`, async () => {
      const { acted } = await play([finish(outcome)], { stage: { home } });
      assert.equal(acted.how, "done");
      assert.deepEqual(await answer(), { outcome, reason: "as scripted" });
    });
  }

  test("finishes only when what it called beside that is over.", async () => {
    const finishing = { server: "finish", tool: "finish", input: { outcome: "done", reason: "" } };
    const { acted } = await play([{ calls: [finishing, { shell: "sleep 0.3; date > /tmp/late" }] }], {
      stage: { home },
    });
    assert.deepEqual(told(acted), [
      ["finish", "done"],
      ["bash", "[no output]"],
    ]);
    assert.equal((await bash(home, "test /workspace/answer.json -nt /tmp/late")).code, 0);
  });

  test("runs the calls of one turn at the same time.", async () => {
    // Each waits for the other: one after the other they would never end.
    const meet = (own: string, other: string) => `touch /tmp/${own}; until [ -e /tmp/${other} ]; do sleep 0.02; done`;
    const { acted } = await play(
      [{ calls: [{ shell: meet("m1", "m2") }, { shell: meet("m2", "m1") }] }, finish("done")],
      {
        ...{ stage: { home } },
      },
    );
    assert.deepEqual(told(acted).slice(0, 2), Array(2).fill(["bash", "[no output]"]));
  });

  test("that says something and calls nothing is reminded once, and is done then.", async () => {
    const { acted, endpoint } = await play([{ say: "I think that is all." }], { stage: { home } });
    assert.deepEqual([acted.how, endpoint.exchanges.length], ["done", 2]);
    assert.match(JSON.stringify(endpoint.exchanges[1]?.body), /call finish/);
  });

  test("hears that a finish without an outcome is none.", async () => {
    const wrong = { calls: [{ server: "finish", tool: "finish", input: { outcome: "perfect", reason: "" } }] };
    const { acted } = await play([wrong, finish("declined")], { stage: { home } });
    assert.match(String(told(acted)[0]?.[1]), /^error: Invalid input for tool finish/);
    assert.equal((await answer()).outcome, "declined");
  });

  test("has commands ended that take too long, and floods cut in the middle.", async () => {
    const slow = { server: "bash", tool: "bash", input: { command: "echo begun; sleep 100", timeout_seconds: 0.5 } };
    const { acted } = await play([{ calls: [slow, { shell: "seq 1 20000" }] }, finish("done")], { stage: { home } });
    const [[, stopped], [, flood]] = told(acted) as [string[], string[]];
    assert.match(String(stopped), /\[ended after 0.5 s\]\n\[exit code 137\]$/);
    assert.match(String(flood), /^1\n2\n.*\n\[\d+ bytes left out\]\n.*\n20000$/s);
    assert.ok(String(flood).length < 20_000);
  });

  test("hears of files that cannot be read, or not be changed like that.", async () => {
    const edit = (path: string, old_text: string) => ({
      ...{ server: "edit", tool: "edit_file", input: { path, old_text, new_text: "x" } },
    });
    await bash(home, "printf 'a a' > /tmp/twice");
    const { acted } = await play(
      [{ calls: [edit("/nowhere", "a"), edit("/tmp/twice", "a"), edit("/tmp/twice", "b")] }, finish("done")],
      { stage: { home } },
    );
    const texts = told(acted).map(([, text]) => text);
    assert.match(String(texts[0]), /^error: \/nowhere: expected a file that can be read/);
    assert.match(String(texts[1]), /expected the old text once, found it 2 times/);
    assert.match(String(texts[2]), /found it 0 times/);
  });

  test("leaves its key nowhere: not in what it did, and not in its sandbox.", async () => {
    const look = "env; cat /proc/[0-9]*/environ /proc/[0-9]*/cmdline 2>/dev/null | tr '\\0' '\\n'";
    const { acted, endpoint } = await play([{ calls: [{ shell: look }] }, { say: `The key is ${key}.` }], {
      ...{ stage: { home } },
    });
    assert.equal(endpoint.exchanges[0]?.headers["x-api-key"], key, "it was used");
    assert.match(acted.output, /The key is \[key\]\./);
    assert.ok(!JSON.stringify(acted).includes(key));
  });
});
