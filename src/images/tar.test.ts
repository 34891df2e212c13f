import assert from "node:assert/strict";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import fc from "fast-check";
import { run } from "../process/index.ts";
import { readTar } from "./tar-read.ts";
import { padding, tarEnd, tarHeader } from "./tar-write.ts";
import type { Entry } from "./tree.ts";

const file = (path: string, content: string): Entry => ({
  kind: "file",
  path,
  content: Buffer.from(content),
  mode: 0o640,
  uid: 999,
  gid: 7,
});

function archive(entries: readonly Entry[]): Buffer {
  const parts = entries.flatMap((entry) => {
    const content = entry.kind === "file" ? entry.content : Buffer.alloc(0);
    return [tarHeader(entry, content.length), content, padding(content.length)];
  });
  return Buffer.concat([...parts, tarEnd()]);
}

test("what is written is read back, whatever the names and contents", () => {
  const name = fc
    .stringMatching(/^[a-zé_.-]{1,90}(\/[a-z]{1,90}){0,3}$/)
    .filter((path) => !/(^|\/)\.\.?(\/|$)/.test(path));
  fc.assert(
    fc.property(fc.array(fc.tuple(name, fc.string()), { maxLength: 5 }), (files) => {
      const read = [...readTar(archive(files.map(([path, content]) => file(path, content))))];
      assert.deepEqual(
        read.map(({ path, content }) => [path, content.toString()]),
        files.map(([path, content]) => [path, Buffer.from(content).toString()]),
      );
    }),
  );
});

test("GNU tar lists our archives with modes, owners, the fixed time, links and long names", async () => {
  const directory = await mkdtemp(join(tmpdir(), "airworthy-tar-"));
  try {
    const long = `${"deep/".repeat(30)}file`;
    const entries: Entry[] = [
      { kind: "directory", path: "tmp", mode: 0o1777, uid: 0, gid: 0 },
      file("etc/secret", "x"),
      { kind: "symlink", path: "link", target: long, mode: 0o777, uid: 0, gid: 0 },
      file(long, "content"),
    ];
    const path = join(directory, "a.tar");
    await writeFile(path, archive(entries));
    const { stdout, stderr } = await run("tar", ["--utc", "--numeric-owner", "-tvf", path]);
    assert.equal(stderr, "");
    assert.deepEqual(
      stdout
        .trim()
        .split("\n")
        .map((line) => line.replace(/\s+/g, " ")),
      [
        "drwxrwxrwt 0/0 0 2024-01-01 00:00 tmp/",
        "-rw-r----- 999/7 1 2024-01-01 00:00 etc/secret",
        `lrwxrwxrwx 0/0 0 2024-01-01 00:00 link -> ${long}`,
        `-rw-r----- 999/7 7 2024-01-01 00:00 ${long}`,
      ],
    );
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
});

test("a damaged header and a cut archive are refused", () => {
  const good = archive([file("a", "hello")]);
  const damaged = Buffer.from(good);
  damaged[0] = 0x62;
  assert.throws(() => [...readTar(damaged)], { code: "MALFORMED_ARCHIVE", message: /checksum/ });
  assert.throws(() => [...readTar(good.subarray(0, 514))], { code: "MALFORMED_ARCHIVE", message: /ends before/ });
});
