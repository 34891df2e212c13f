import assert from "node:assert/strict";
import { mkdir, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { type Entry, openLog } from "../../src/evidence/index.ts";
import { serve } from "../../src/recorder/index.ts";
import type { Sandbox } from "../../src/sandbox/index.ts";
import { type Scene, setScene, skip } from "../sandbox/scene.ts";
import { finish, play, told } from "./model-stage.ts";

const program = "/workspace/counter.mjs";

/** A sandbox with Node, our command line and a recorder outside that is reached over its socket. */
async function setRecordedScene(stack: AsyncDisposableStack) {
  const scene: Scene = stack.use(await setScene());
  const folder = await mkdtemp(join(tmpdir(), "aw-"));
  stack.defer(() => rm(folder, { recursive: true, force: true }));
  const [socket, log, keys] = [join(folder, "run"), join(folder, "log"), join(folder, "keys")];
  await mkdir(socket, { mode: 0o755 });
  const stop = new AbortController();
  let served: Promise<void> | undefined;
  await new Promise<void>((onReady, fail) => {
    served = serve({ socket: join(socket, "recorder.sock"), log, keys, signal: stop.signal, onReady: () => onReady() });
    served.catch(fail);
  });
  stack.defer(async () => {
    stop.abort();
    await served;
  });
  const content = await readFile(new URL("./fixtures/counter.mjs", import.meta.url), "utf8");
  const home = stack.use(
    await scene.open({
      ...{ socket, tools: ["airworthy"], files: [{ path: program, content }] },
      env: { AIRWORTHY_ACTOR: "agent:tester" },
    }),
  );
  const entries = async () => {
    await using evidence = await openLog(log, { keyDirectory: keys });
    const found: Entry[] = [];
    for await (const { entry } of evidence.entries()) found.push(entry);
    return found;
  };
  return { home, entries };
}

describe("Tools of servers", { skip }, () => {
  const stack = new AsyncDisposableStack();
  let home: Sandbox;
  let entries: () => Promise<Entry[]>;
  before(async () => {
    ({ home, entries } = await setRecordedScene(stack));
  });
  after(() => stack.disposeAsync());

  const counter = (version: string) => ({
    ...{ name: "counter", command: ["/opt/airworthy/node", program], mounts: [] },
    env: { COUNTER_VERSION: version },
  });

  test("take the shell's place where a server is to be tried, and the model hears what the server wants it to know.", async () => {
    const call = (tool: string, input: object) => ({
      server: "counter",
      tool,
      input: input as Record<string, unknown>,
    });
    const { acted, endpoint } = await play(
      [
        { calls: [call("count_up", { by: 2 }), call("fail", {})] },
        { calls: [call("count_up", { by: 3 })] },
        finish("done"),
      ],
      { spec: "scripted/some-model@careful+counter", settings: { servers: [counter("1")] }, stage: { home } },
    );
    assert.equal(acted.how, "done", acted.output);
    assert.deepEqual(told(acted), [
      ["counter_count_up", "2"],
      ["counter_fail", "error: cannot"],
      ["counter_count_up", "5"],
      ["finish", "done"],
    ]);
    assert.deepEqual([acted.usage?.commands, acted.usage?.toolCalls], [3, 4]);
    const { body } = endpoint.exchanges[0] ?? assert.fail();
    assert.match(JSON.stringify(body), /Count only upwards\./);
    assert.deepEqual(
      (body.tools as { name: string }[]).map(({ name }) => name),
      ["counter_count_up", "counter_fail", "finish"],
    );
  });

  test("of a server that does not start make a trial void, with what the server said.", async () => {
    const { acted, endpoint } = await play([finish("done")], {
      ...{ spec: "scripted/some-model+counter", settings: { servers: [counter("broken")] }, stage: { home } },
    });
    assert.equal(acted.how, "void");
    assert.match(acted.reason ?? "", /^the MCP server counter does not start: .*\nthis counter is broken$/s);
    assert.deepEqual(endpoint.exchanges, []);
  });

  const prescribe = {
    ...{ server: "airworthy", tool: "prescribe" },
    input: { command: ["kubectl", "-n", "shop", "scale", "deployment/web", "--replicas=2"], intent: "more of it" },
  };

  test("of the recorder are there where it is offered, and what is prescribed is on record.", async () => {
    const before = (await entries()).length;
    const { acted, endpoint } = await play([{ calls: [prescribe] }, finish("done")], {
      ...{ spec: "scripted/some-model@recorder", stage: { home, recorder: "offered" } },
    });
    assert.equal(acted.how, "done", acted.output);
    assert.match(String(told(acted)[0]?.[1]), /^prescription /);
    const [prescription, ...more] = (await entries()).slice(before).filter(({ type }) => type === "prescription");
    assert.equal((prescription as Entry<"prescription">)?.data.intent, "more of it");
    assert.equal(prescription?.actor.id, "tester");
    assert.equal(prescription?.actor.model, "scripted/some-model");
    assert.match(prescription?.actor.prompt ?? "", /^recorder@[0-9a-f]{12}$/);
    assert.deepEqual(more, []);
    const words = JSON.stringify(endpoint.exchanges[0]?.body);
    assert.match(words, /Recording what you do to infrastructure/, "the skill");
    assert.match(words, /"airworthy_report"/);
    assert.equal(acted.usage?.commands, 0, "to put something on record is no command");
  });

  for (const recorder of [undefined, "shim"] as const) {
    test(`of the recorder are not there where ${recorder ? "launchers record" : "nobody does"}.`, async () => {
      const { endpoint } = await play([{ calls: [prescribe] }], { stage: { home, ...(recorder ? { recorder } : {}) } });
      assert.match(endpoint.failures[0] ?? "", /no tool for .*prescribe.* among bash, read_file, edit_file, finish/);
    });
  }
});
