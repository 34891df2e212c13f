import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { readTsv } from "./tsv.ts";

async function* inChunks(text: string, size: number): AsyncGenerator<Uint8Array> {
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

async function read(text: string, size = 7, most = 1_000_000): Promise<readonly (readonly string[])[]> {
  const rows: (readonly string[])[] = [];
  for await (const batch of readTsv(inChunks(text, size), "t.tsv", most))
    rows.push(...batch.map(({ fields }) => fields));
  return rows;
}

const written = (rows: readonly (readonly string[])[], end: string) =>
  rows
    .map(
      (row) =>
        row.map((cell) => (/[\t\r\n"]|^$/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join("\t") + end,
    )
    .join("");

test("Whatever is in the fields, they are read as they were written, however the bytes arrive.", async () => {
  const cell = fc.oneof(
    fc.constantFrom("", "a", '"', '""', "\t", "\n", "\r\n", "é", "𝄞", "a\tb", "x\r"),
    fc.string({ unit: "grapheme" }),
  );
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(cell, { minLength: 1, maxLength: 4 }), { maxLength: 6 }),
      fc.constantFrom("\n", "\r\n"),
      fc.integer({ min: 1, max: 40 }),
      async (rows, end, size) => {
        assert.deepEqual(await read(written(rows, end), size), rows);
      },
    ),
  );
});

test("The last record may lack its line end, quoted or not.", async () => {
  assert.deepEqual(await read('a\t"b\n"\nc\td'), [
    ["a", "b\n"],
    ["c", "d"],
  ]);
  assert.deepEqual(await read('a\t"b"'), [["a", "b"]]);
});

for (const [what, text, message] of [
  ["ends within quotes", 'a\tb\n1\t"never', /t\.tsv: row 1: cut off within a quoted field/],
  ["goes on after a closing quote", 'a\n"b"c\n', /row 1: field 1: expected a tab or a line end/],
  ["has a record without an end", `a\n"${"x".repeat(5000)}`, /row 1: expected a record of at most 1000 bytes/],
] as const) {
  test(`A table that ${what} is refused with the row.`, async () => {
    await assert.rejects(read(text, 64, 1000), { code: "BAD_SNAPSHOT", message });
  });
}
