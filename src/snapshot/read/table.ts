import { badFile } from "../problem.ts";
import { readTsv } from "./tsv.ts";

/** A record of a table, asked by the names of its columns. */
export interface TableRow {
  readonly number: number;
  /** The first of these columns that the table has; empty if it has none of them. */
  get(...columns: readonly string[]): string;
  has(column: string): boolean;
}

/** `TraceId`, `trace_id` and `traceid` are one column: the layouts differ in little else. */
function columnKey(name: string): string {
  return name
    .replace(/^\uFEFF/, "")
    .toLowerCase()
    .replace(/[_\s]/g, "");
}

export async function* readTable(
  chunks: AsyncIterable<Uint8Array>,
  file: string,
  recordBytes: number,
): AsyncGenerator<readonly TableRow[]> {
  let columns: ReadonlyMap<string, number> | undefined;
  let width = 0;
  for await (const rows of readTsv(chunks, file, recordBytes)) {
    const read: TableRow[] = [];
    for (const { number, fields } of rows) {
      if (columns === undefined) {
        width = fields.length;
        columns = new Map(fields.map((name, at) => [columnKey(name), at]));
        if (columns.size !== width) throw badFile(file, "expected columns of different names, found one twice");
        continue;
      }
      if (fields.length !== width) {
        throw badFile(`${file}: row ${number}`, `expected ${width} fields as in the header, found ${fields.length}`);
      }
      read.push(rowOf(number, fields, columns));
    }
    if (read.length > 0) yield read;
  }
}

function rowOf(number: number, fields: readonly string[], columns: ReadonlyMap<string, number>): TableRow {
  return {
    number,
    has: (column) => columns.has(column),
    get: (...names) => {
      for (const name of names) {
        const at = columns.get(name);
        if (at !== undefined) return fields[at] ?? "";
      }
      return "";
    },
  };
}
