import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { once } from "node:events";
import {
  appendFileSync,
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { text } from "node:stream/consumers";
import { test } from "node:test";
import { type News, until } from "../process/index.ts";
import { ToolchainProblem } from "./problem.ts";
import { workbench } from "./testing/workbench.ts";

const hello = (program: string | undefined) => execFileSync(program ?? "", { encoding: "utf8" });
const alive = (pid: number) => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};
const soon = (probe: () => boolean) => until(async () => probe(), { deadlineMs: 30_000 });

/** Whoever shows progress relies on it: every step that was begun comes to an end. */
function everyStepEnded(news: readonly News[]): void {
  const last = new Map(news.map((item) => [item.step, item.state]));
  assert.deepEqual(
    [...last].filter(([, state]) => state === "running"),
    [],
  );
}

test("a component is built once, works under all its names, and then comes from the cache", async () => {
  using bench = await workbench();
  const first = await bench.get();
  assert.equal(first.from, "build");
  assert.equal(hello(first.bin.tiny), "hello\n");
  assert.equal(hello(join(first.directory, "tiny-too")), "hello\n");
  assert.deepEqual(await bench.get(), first);
  assert.equal(bench.builds(), 1);
  assert.ok(bench.news.some((news) => news.step === "build tiny 1.0.0" && news.state === "done"));
  everyStepEnded(bench.news);
});

test("a change of the module's source is another component", async () => {
  using bench = await workbench();
  const first = await bench.get();
  appendFileSync(join(bench.folder, "tiny", "main.go"), "// changed\n");
  const second = await bench.get();
  assert.notEqual(second.directory, first.directory);
  assert.equal(bench.builds(), 2);
});

test("two processes and a third caller that ask at once build once, and those who wait see the progress", async () => {
  using bench = await workbench();
  const letGo = bench.holdBuilds();
  const children = [bench.getElsewhere(), bench.getElsewhere()];
  await soon(() => bench.builds() === 1);
  const here = bench.get();
  await soon(() => bench.news.some((news) => news.note?.startsWith("another process does it")));
  letGo();
  const outputs = await Promise.all(children.map((child) => (child.stdout ? text(child.stdout) : "")));
  const mine = await here;
  for (const output of outputs) {
    assert.deepEqual(JSON.parse(output.trim().split("\n").at(-1) ?? ""), mine);
  }
  assert.ok(outputs.some((output) => output.includes("another process does it")));
  assert.equal(bench.builds(), 1);
  everyStepEnded(bench.news);
});

test("a builder that is killed with -9 takes its compiler with it, and the next one builds", async () => {
  using bench = await workbench();
  const letGo = bench.holdBuilds();
  const victim = bench.getElsewhere();
  await soon(() => bench.builds() === 1);
  const waiting = bench.get();
  victim.kill("SIGKILL");
  await once(victim, "exit");
  const [compiler = 0] = bench.builders();
  assert.ok(await soon(() => !alive(compiler)), "the orphaned compiler still runs");
  await soon(() => bench.builds() === 2);
  letGo();
  assert.equal(hello((await waiting).bin.tiny), "hello\n");
});

test("an interrupted build stops the compiler and leaves nothing that looks finished", async () => {
  using bench = await workbench();
  const letGo = bench.holdBuilds();
  const interrupt = new AbortController();
  const building = bench.get("tiny", interrupt.signal);
  await soon(() => bench.builds() === 1);
  interrupt.abort(new Error("interrupted"));
  await assert.rejects(building, /interrupted/);
  everyStepEnded(bench.news);
  const [compiler = 0] = bench.builders();
  assert.ok(await soon(() => !alive(compiler)));
  const cache = join(bench.folder, "cache", "airworthy");
  assert.deepEqual(
    readdirSync(join(cache, "components")).filter((name) => name.startsWith("tiny")),
    [],
  );
  assert.deepEqual(readdirSync(join(cache, "unfinished")), []);
  letGo();
  assert.equal(hello((await bench.get()).bin.tiny), "hello\n");
});

const injuries = {
  "a changed byte": (folder: string) => {
    const bytes = readFileSync(join(folder, "bin", "tiny"));
    bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1;
    writeFileSync(join(folder, "bin", "tiny"), bytes);
  },
  "a cut-off file": (folder: string) => truncateSync(join(folder, "bin", "tiny"), 100),
  "a missing link": (folder: string) => rmSync(join(folder, "bin", "tiny-too")),
  "a missing manifest, as a build that never finished": (folder: string) => rmSync(join(folder, "manifest.json")),
  "a manifest that is no JSON": (folder: string) => writeFileSync(join(folder, "manifest.json"), "{"),
};
for (const [what, injure] of Object.entries(injuries)) {
  test(`${what} in the cache is noticed and the component is made anew`, async () => {
    using bench = await workbench();
    injure(dirname((await bench.get()).directory));
    const again = await bench.get();
    assert.equal(hello(again.bin["tiny-too"]), "hello\n");
    assert.equal(bench.builds(), 2);
    assert.ok(bench.news.some((news) => news.note?.startsWith("cache is damaged")));
  });
}

test("a cache that was copied, with other times but the same bytes, stays good", async () => {
  using bench = await workbench();
  const { bin } = await bench.get();
  utimesSync(bin.tiny ?? "", 1, 1);
  await bench.get();
  assert.equal(bench.builds(), 1);
});

test("a module that does not compile says so with the compiler's words and the log's path", async () => {
  using bench = await workbench();
  appendFileSync(join(bench.folder, "tiny", "main.go"), "func broken() { return 1 }\n");
  const problem = await bench.get().then(
    () => undefined,
    (error: unknown) => error,
  );
  assert.ok(problem instanceof ToolchainProblem);
  assert.equal(problem.code, "UNOBTAINABLE");
  assert.match(problem.message, /too many return values/);
  const log = /the whole log: (.*)$/.exec(problem.hint ?? "")?.[1] ?? "";
  assert.ok(existsSync(log), `no log at ${log}`);
  assert.match(readFileSync(log, "utf8"), /\$ go build/);
  everyStepEnded(bench.news);
});

test("an unknown component is refused with the names of those there are", async () => {
  using bench = await workbench();
  await assert.rejects(bench.get("tinny"), { code: "UNKNOWN_COMPONENT", hint: "known components: tiny, go" });
});
