import assert from "node:assert/strict";
import { hash } from "node:crypto";
import { globSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, sep } from "node:path";
import { test } from "node:test";
import { canonical, EvidenceProblem, type Verification, verifyLog } from "../../src/evidence/index.ts";
import { generate } from "../vectors/generate.ts";
import type { Expected, Given } from "../vectors/vector.ts";

const folder = join(import.meta.dirname, "..", "vectors");
const manifest: { name: string; says: string; given: Given; expected: Expected }[] = JSON.parse(
  readFileSync(join(folder, "manifest.json"), "utf8"),
);

async function answer(
  name: string,
  given: Given,
  workers: number,
): Promise<Expected & { verification?: Verification }> {
  try {
    const verification = await verifyLog(join(folder, "logs", name), {
      keys: given.keys?.map((key) => Buffer.from(key, "base64")),
      checkpoint: given.checkpoint,
      artifacts: given.artifacts,
      workers,
    });
    const { result, first, good, entries } = verification;
    return { result, ...(first && { code: first.code, sequence: first.sequence }), good, entries };
  } catch (error) {
    if (error instanceof EvidenceProblem) return { result: "error", code: error.code };
    throw error;
  }
}

for (const { name, says, given, expected } of manifest) {
  test(`${name}: ${says}`, async () => assert.deepEqual(await answer(name, given, 0), expected));
}

test("Threads of their own come to the same answers.", async () => {
  for (const name of ["good-rotated", "body-changed", "dropped-middle", "torn-tail", "artifact-changed"]) {
    const vector = manifest.find((one) => one.name === name);
    assert.deepEqual(await answer(name, vector?.given ?? {}, 2), vector?.expected, name);
  }
});

/** Of every file's path and bytes. */
const digestOf = (directory: string) =>
  hash(
    "sha256",
    globSync("logs/**/*", { cwd: directory, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .map((path) => `${path.slice(directory.length).replaceAll(sep, "/")} ${hash("sha256", readFileSync(path))}\n`)
      .sort()
      .join(""),
  );

test("The vectors are frozen, and what makes them makes exactly these.", (context) => {
  const elsewhere = mkdtempSync(join(tmpdir(), "airworthy-vectors-"));
  context.after(() => rmSync(elsewhere, { recursive: true, force: true }));
  generate(elsewhere);
  assert.equal(digestOf(elsewhere), digestOf(folder));
  assert.deepEqual(JSON.parse(readFileSync(join(elsewhere, "manifest.json"), "utf8")), manifest);
  assert.equal(digestOf(folder), "d59c1ece209948b6189da66182a5ace264eebc7dd285d53d55c301c605e0f54b");
  assert.equal(hash("sha256", canonical(manifest)), "78e000524d54401705d3743cb2f7eed47f6e87835e51b930034e27442a7a3450");
});
