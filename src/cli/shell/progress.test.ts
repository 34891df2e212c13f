import assert from "node:assert/strict";
import { Writable } from "node:stream";
import { test } from "node:test";
import type { News } from "../../process/index.ts";
import { progress } from "./progress.ts";

function show(isTTY: boolean, env: NodeJS.ProcessEnv, news: readonly [number, News][]): string {
  const written: string[] = [];
  const stream = new Writable({
    write(chunk, _, done) {
      written.push(String(chunk));
      done();
    },
  });
  let time = 0;
  using shown = progress({ stream, isTTY, columns: 80 }, env, () => time);
  for (const [at, each] of news) {
    time = at;
    shown.report(each);
  }
  return written.join("");
}

const running = (extra: Partial<News> = {}): News => ({ step: "build", state: "running", ...extra });
const done: News = { step: "build", state: "done" };

test("A short step is one line in a log.", () => {
  assert.equal(
    show(false, {}, [
      [0, running()],
      [400, running()],
      [900, done],
    ]),
    "ok build (0.9 s)\n",
  );
});

test("A long step says every ten seconds how far it is and how long it will take.", () => {
  const news = Array.from({ length: 50 }, (_, at): [number, News] => [
    at * 500,
    running({ done: at, total: 100, unit: "packages" }),
  ]);
  assert.equal(
    show(false, {}, [...news, [30_000, done]]),
    [
      "build  2 of 100 packages  1.0 s",
      "build  22 of 100 packages  11.0 s  about 39.0 s left",
      "build  42 of 100 packages  21.0 s  about 29.0 s left",
      "ok build (30.0 s)\n",
    ].join("\n"),
  );
});

test("Bytes are shown as people read them, and a failure says so with its note.", () => {
  const text = show(false, {}, [
    [0, running()],
    [1_500, running({ done: 1_500_000, total: 12_000_000, unit: "bytes" })],
    [2_000, { step: "build", state: "failed", note: "no space" }],
  ]);
  assert.equal(text, "build  1.5 MB of 12 MB  1.5 s\nfailed build (2.0 s, no space)\n");
});

test("A terminal gets colours unless NO_COLOR is set, a log never.", () => {
  assert.equal(
    show(true, {}, [
      [0, running()],
      [100, done],
    ]),
    "\u001b[32mok\u001b[0m build (0.1 s)\n",
  );
  assert.equal(
    show(true, { NO_COLOR: "1" }, [
      [0, running()],
      [100, done],
    ]),
    "ok build (0.1 s)\n",
  );
  assert.equal(
    show(false, {}, [
      [0, running()],
      [100, done],
    ]),
    "ok build (0.1 s)\n",
  );
});

test("The living line fits the terminal, shows a bar, and leaves nothing behind.", async () => {
  const written: string[] = [];
  const stream = new Writable({
    write(chunk, _, next) {
      written.push(String(chunk));
      next();
    },
  });
  const shown = progress({ stream, isTTY: true, columns: 40 }, {});
  shown.report(running({ done: 50, total: 100, unit: "packages" }));
  while (written.length === 0) await new Promise((resolve) => setTimeout(resolve, 20));
  shown[Symbol.dispose]();
  assert.ok(written[0]?.startsWith("\r\u001b[Kbuild  [##########..........]"), written[0]);
  assert.ok((written[0] ?? "").length <= 4 + 39);
  assert.equal(written.at(-1), "\r\u001b[K");
});
