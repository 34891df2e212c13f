import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import type { Turn } from "../../src/agents/index.ts";
import type { Sandbox } from "../../src/sandbox/index.ts";
import { type Scene, setScene, skip } from "../sandbox/scene.ts";
import { finish, play, told } from "./model-stage.ts";

describe("What limits a model", { skip }, () => {
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
  const hammer: Turn[] = Array.from({ length: 12 }, () => ({
    calls: [{ shell: "true" }],
    tokens: { input: 1_000, output: 100 },
  }));
  const price = { input: 10, output: 50 };
  const priced = { models: [{ name: "some-model", price }] };

  for (const [what, budget, settings, turns] of [
    ["turns", { turns: 3 }, {}, 3],
    ["tokens", { turns: 30, tokens: 2_500 }, {}, 3],
    ["US dollars", { turns: 30, costUsd: 0.03 }, priced, 2],
  ] as const) {
    test(`A budget of ${what} stops it, and what it used is told.`, async () => {
      const { acted } = await play(hammer, { budget, settings, stage: { home } });
      assert.deepEqual([acted.how, acted.usage?.turns], ["stopped", turns]);
      assert.match(acted.output, new RegExp(`stopped: the budget of .* ${what} was used up$`));
      assert.equal(acted.usage?.costUsd, settings === priced ? 0.03 : undefined, "unknown is not zero");
    });
  }

  test("A budget of time stops it, whatever it is at.", async () => {
    const { acted } = await play([{ calls: [{ shell: "sleep 1000" }] }], {
      ...{ budget: { turns: 30, seconds: 1 }, stage: { home } },
    });
    assert.equal(acted.how, "stopped");
    assert.match(acted.output, /the time was over/);
  });

  test("Whoever interrupts it interrupts what it runs, and what it did until then is kept.", async () => {
    const stop = new AbortController();
    const watched: Pick<Sandbox, "exec" | "command" | "read" | "write"> = {
      ...home,
      exec: (words, options = {}) => home.exec(words, { ...options, onOutput: () => stop.abort(new Error("enough")) }),
    };
    const { acted } = await play([{ calls: [{ shell: "echo begun; sleep 1000" }] }], {
      ...{ signal: stop.signal, stage: { home: watched } },
    });
    assert.deepEqual([acted.how, told(acted)], ["stopped", [["bash", "[ended: the time was over]"]]]);
  });

  test("Whoever interrupts it while a model thinks does not wait for the model.", async () => {
    const stop = new AbortController();
    setTimeout(() => stop.abort(new Error("enough")), 200);
    const { acted } = await play([{ say: "", trouble: { is: "silence" } }], { signal: stop.signal, stage: { home } });
    assert.equal(acted.how, "stopped");
  });

  test("A missing key makes it void before anything is asked.", async () => {
    const { acted, endpoint } = await play([finish("done")], { env: { SCRIPTED_KEY: "  " }, stage: { home } });
    assert.deepEqual(
      [acted.how, acted.reason, endpoint.exchanges],
      ["void", "scripted: expected a key in $SCRIPTED_KEY, found none", []],
    );
  });

  test("More calls at once than anybody needs are refused, the others are carried out.", async () => {
    const calls = Array.from({ length: 34 }, () => ({
      server: "read",
      tool: "read_file",
      input: { path: "/etc/hostname" },
    }));
    const { acted } = await play([{ calls }, finish("done")], { stage: { home } });
    const texts = told(acted).map(([, text]) => text);
    assert.deepEqual(texts.slice(31, 34), ["sandbox\n", ...Array(2).fill("error: at most 32 calls at once")]);
  });

  test("What no provider takes is made presentable: half a character, a zero byte, nothing at all.", async () => {
    const { acted } = await play(
      [
        {
          calls: [
            { shell: "printf 'a\\0b'; printf '\\377'" },
            { server: "read", tool: "read_file", input: { path: "/dev/null" } },
          ],
        },
        finish("done"),
      ],
      { stage: { home } },
    );
    assert.deepEqual(told(acted).slice(0, 2), [
      ["bash", "a\uFFFDb\uFFFD"],
      ["read_file", "[empty]"],
    ]);
  });

  test("A conversation that a provider finds too long loses its oldest outputs first, and goes on.", async () => {
    const long: Turn[] = Array.from({ length: 6 }, (_, at) => ({ calls: [{ shell: `echo ${at}; seq 1 300` }] }));
    const { acted, endpoint } = await play(
      [...long, { calls: [{ shell: "echo after" }], trouble: { is: 413, times: 1 } }, finish("done")],
      { stage: { home } },
    );
    assert.equal(acted.how, "done", acted.output);
    const left = acted.deeds?.filter(({ extra }) => extra?.context_management !== undefined) ?? [];
    assert.deepEqual(
      left.map(({ source, message }) => [source, /^Left out to save room: 2 outputs of earlier turns/.test(message)]),
      [["system", true]],
    );
    const sent = JSON.stringify(endpoint.exchanges.at(-2)?.body);
    assert.equal(sent.match(/output of \d+ characters left out to save room/g)?.length, 2);
    assert.match(sent, /\b5\\n1\\n2\\n/, "what came last is whole");
  });

  test("A conversation that stays too long whatever is left out is over.", async () => {
    const { acted } = await play([...hammer.slice(0, 5), { say: "", trouble: { is: 413 } }], { stage: { home } });
    assert.deepEqual([acted.how, acted.usage?.turns], ["stopped", 5]);
    assert.match(acted.output, /stopped: the conversation became too long for the model$/);
  });

  test("Where a model's room is known, it is made before it is needed.", async () => {
    const full: Turn = { calls: [{ shell: "seq 1 2000" }], tokens: { input: 5_000, output: 100 } };
    const { acted, endpoint } = await play([full, full, finish("done")], {
      ...{ settings: { models: [{ name: "some-model", context: 10_000 }] }, stage: { home } },
    });
    assert.equal(acted.how, "done");
    assert.match(JSON.stringify(endpoint.exchanges[1]?.body), /characters left out/);
  });
});
