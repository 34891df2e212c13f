import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { test } from "node:test";
import { type Component, type Download, platform } from "../component.ts";
import { tiny, type Workbench, workbench } from "../testing/workbench.ts";

const program = "#!/bin/sh\necho downloaded\n";
const sha256 = (bytes: Uint8Array | string) => `sha256:${createHash("sha256").update(bytes).digest("hex")}` as const;
const says = (file: string | undefined) => execFileSync(file ?? "", { encoding: "utf8" });

/** A release server on the loopback that answers every request the same way. */
async function serve(answer: (response: ServerResponse) => void): Promise<AsyncDisposable & { readonly url: string }> {
  const server = createServer((_, response) => answer(response));
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    [Symbol.asyncDispose]: () =>
      new Promise((closed) => {
        server.close(() => closed());
        server.closeAllConnections();
      }),
  };
}

/** The small component with a release file in front of its build. */
async function benchWith(file: Partial<Download> & { url: string }): Promise<Workbench> {
  const take = { "": "bin/tiny" };
  const download: Download = { digest: sha256(program), packed: "no", take, ...file };
  const component: Component = { ...tiny, programs: ["tiny"], downloads: { [platform()]: [download] } };
  return await workbench(component);
}

const whyNot = (bench: Workbench) =>
  bench.news.map((news) => news.note ?? "").find((note) => note.startsWith("not by"));

test("a release file with the pinned checksum is taken, with its bytes counted", async () => {
  await using server = await serve((response) => response.end(program));
  using bench = await benchWith({ url: `${server.url}/tiny` });
  const got = await bench.get();
  assert.equal(got.from, "download");
  assert.equal(says(got.bin.tiny), "downloaded\n");
  assert.equal(bench.builds(), 0);
  const end = bench.news.find((news) => news.step === "download tiny 1.0.0" && news.state === "done");
  assert.deepEqual([end?.done, end?.unit], [program.length, "bytes"]);
});

const refusals: Record<string, { answer: (response: ServerResponse) => void; reason: RegExp }> = {
  "another checksum than the pinned one": {
    answer: (response) => response.end("#!/bin/sh\necho evil\n"),
    reason: /expected sha256 [0-9a-f]{64}, found [0-9a-f]{64} in 20 bytes/,
  },
  "an answer that is cut off": {
    answer: (response) => {
      response.writeHead(200, { "content-length": String(program.length) });
      response.write(program.slice(0, 10));
      setTimeout(() => response.destroy(), 20);
    },
    reason: /tiny: (terminated|other side closed|aborted)/,
  },
  "an answer that ends early without saying so": {
    answer: (response) => response.end(program.slice(0, 10)),
    reason: /found [0-9a-f]{64} in 10 bytes/,
  },
  "a file that is not there": {
    answer: (response) => response.writeHead(404).end(),
    reason: /expected status 200, found 404/,
  },
};
for (const [what, { answer, reason }] of Object.entries(refusals)) {
  test(`${what} is refused with the reason, and the next way is taken`, async () => {
    await using server = await serve(answer);
    using bench = await benchWith({ url: `${server.url}/tiny` });
    const got = await bench.get();
    assert.equal(got.from, "build");
    assert.equal(says(got.bin.tiny), "hello\n");
    assert.match(whyNot(bench) ?? "", reason);
  });
}

test("a server that cannot be reached is passed over with the reason", async () => {
  const gone = await serve((response) => response.end());
  await gone[Symbol.asyncDispose]();
  using bench = await benchWith({ url: `${gone.url}/tiny` });
  assert.equal((await bench.get()).from, "build");
  assert.match(whyNot(bench) ?? "", /ECONNREFUSED/);
});

test("a download that is interrupted leaves nothing and ends with the interruption, not with the next way", async () => {
  const interrupt = new AbortController();
  await using server = await serve((response) => {
    response.write(program.slice(0, 10));
    setTimeout(() => interrupt.abort(new Error("interrupted")), 20);
  });
  using bench = await benchWith({ url: `${server.url}/tiny` });
  await assert.rejects(bench.get("tiny", interrupt.signal), /interrupted/);
  assert.equal(bench.builds(), 0);
});

/** Real archives made by real programs: a folder with a program and a file beside it. */
function archive(folder: string, kind: "tar.gz" | "zip"): string {
  const root = join(folder, "release");
  mkdirSync(join(root, "top", "bin"), { recursive: true });
  writeFileSync(join(root, "top", "bin", "tiny"), program);
  writeFileSync(join(root, "top", "notes.txt"), "a note that is long enough to be worth compressing ".repeat(50));
  const file = join(folder, `release.${kind}`);
  if (kind === "tar.gz") execFileSync("tar", ["-czf", file, "-C", root, "top"]);
  else {
    execFileSync("git", ["init", "-q", root]);
    execFileSync("git", ["-C", root, "add", "."]);
    const who = ["-c", "user.name=t", "-c", "user.email=t@example.org"];
    execFileSync("git", ["-C", root, ...who, "commit", "-qm", "release"]);
    execFileSync("git", ["-C", root, "archive", "--format=zip", "-o", file, "HEAD"]);
  }
  return file;
}

for (const packed of ["tar.gz", "zip"] as const) {
  for (const [what, take] of [
    ["one file", { "top/bin/tiny": "bin/tiny" }],
    ["a whole folder", { "top/": "" }],
  ] as const) {
    test(`${what} is taken out of a ${packed} and can be run`, async () => {
      let bytes: Uint8Array = new Uint8Array();
      await using server = await serve((response) => response.end(bytes));
      using place = await workbench();
      bytes = readFileSync(archive(place.folder, packed));
      using bench = await benchWith({ url: `${server.url}/release.${packed}`, packed, take, digest: sha256(bytes) });
      const got = await bench.get();
      assert.equal(got.from, "download");
      assert.equal(says(got.bin.tiny), "downloaded\n");
    });
  }
}
