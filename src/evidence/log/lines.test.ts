import assert from "node:assert/strict";
import { appendFileSync, mkdirSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { longestLine } from "../format/index.ts";
import { type Layout, layoutOf, segmentPath } from "./layout.ts";
import { LineReader, lastLine, positionOf } from "./lines.ts";

function emptyLog(t: TestContext): Layout {
  const home = mkdtempSync(join(tmpdir(), "airworthy-lines-"));
  t.after(() => rmSync(home, { recursive: true }));
  const layout = layoutOf(home);
  mkdirSync(layout.segments);
  return layout;
}

const start = { sequence: 0, segment: 0, offset: 0 };

function rest(reader: LineReader): string[] {
  const lines: string[] = [];
  for (let line = reader.next(); line !== undefined; line = reader.next()) lines.push(line.bytes.toString());
  return lines;
}

test("Lines come with their places, through all segments that follow one another.", (t) => {
  const layout = emptyLog(t);
  writeFileSync(segmentPath(layout, 0), "zero\none\n");
  writeFileSync(segmentPath(layout, 2), "two\n");
  writeFileSync(segmentPath(layout, 9), "far away\n");
  using reader = new LineReader(layout, start);
  assert.deepEqual(reader.next(), {
    sequence: 0,
    place: { segment: 0, offset: 0, length: 4 },
    bytes: Buffer.from("zero"),
  });
  assert.deepEqual(rest(reader), ["one", "two"]);
  assert.deepEqual(reader.position, { sequence: 3, segment: 2, offset: 4 });
  assert.deepEqual(positionOf(layout, 1), { sequence: 1, segment: 0, offset: 5 });
  assert.deepEqual(positionOf(layout, 2), { sequence: 2, segment: 2, offset: 0 });
});

test("An unfinished line is not handed out, and may be another one when it is finished.", (t) => {
  const layout = emptyLog(t);
  writeFileSync(segmentPath(layout, 0), "zero\non");
  using reader = new LineReader(layout, start);
  assert.deepEqual(rest(reader), ["zero"]);
  assert.equal(reader.rest(), 2);
  truncateSync(segmentPath(layout, 0), 5);
  appendFileSync(segmentPath(layout, 0), "two\nthree\n");
  assert.deepEqual(rest(reader), ["two", "three"]);
  assert.equal(reader.rest(), 0);
});

test("Segments that appear later are found, and what was added to the old one before is not missed.", (t) => {
  const layout = emptyLog(t);
  using reader = new LineReader(layout, start);
  assert.equal(reader.next(), undefined);
  writeFileSync(segmentPath(layout, 0), "zero\n");
  assert.deepEqual(rest(reader), ["zero"]);
  appendFileSync(segmentPath(layout, 0), "one\n");
  writeFileSync(segmentPath(layout, 2), "");
  assert.deepEqual(rest(reader), ["one"]);
  writeFileSync(segmentPath(layout, 2), "two\n");
  assert.deepEqual(rest(reader), ["two"]);
});

test("Long lines come whole, and what is longer than any line comes in pieces.", (t) => {
  const layout = emptyLog(t);
  const long = "x".repeat(longestLine);
  writeFileSync(segmentPath(layout, 0), `${long}\n${long}${long}\nshort\n`);
  using reader = new LineReader(layout, start);
  assert.equal(reader.next()?.bytes.length, longestLine);
  const lengths = rest(reader).map(({ length }) => length);
  assert.ok(lengths.length >= 3);
  assert.ok(Math.max(...lengths) < 3 * longestLine);
  assert.equal(
    lengths.reduce((sum, length) => sum + length),
    2 * longestLine + "short".length,
  );
});

test("The last complete line is found from the end.", (t) => {
  const layout = emptyLog(t);
  assert.equal(lastLine(layout), undefined);
  for (const [text, last] of [
    ["unfinished", undefined],
    ["one\n", "one"],
    ["one\ntwo\nunfini", "two"],
    [`one\n${"x".repeat(700_000)}\n`, "x".repeat(700_000)],
    [`one\n${"x".repeat(700_000)}`, "one"],
  ] as const) {
    writeFileSync(segmentPath(layout, 0), text);
    assert.equal(lastLine(layout)?.toString(), last);
  }
  writeFileSync(segmentPath(layout, 1), "unfinished");
  assert.equal(lastLine(layout)?.toString(), "one");
});
