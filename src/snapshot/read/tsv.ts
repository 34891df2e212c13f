import { StringDecoder } from "node:string_decoder";
import { badFile } from "../problem.ts";

export interface Row {
  /** 1 is the first after the header. A record may span lines, so this is no line number. */
  readonly number: number;
  readonly fields: readonly string[];
}

const tab = 9;
const newline = 10;
const quote = 34;

/**
 * Tab-separated records with the quoting of RFC 4180: a quoted field may hold tabs, line ends and doubled quotes. Comes in
 * batches, since a promise for each of millions of records would cost more than reading it. The header comes first, as 0.
 */
export async function* readTsv(
  chunks: AsyncIterable<Uint8Array>,
  file: string,
  recordBytes: number,
): AsyncGenerator<readonly Row[]> {
  // UTF-8 was checked when the digest was taken.
  const decoder = new StringDecoder("utf8");
  let text = "";
  let number = 0;
  // A record of many megabytes is not looked at again with every chunk, only when twice as much has come.
  let enough = 0;
  for await (const chunk of chunks) {
    text += decoder.write(Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength));
    if (text.length < enough) continue;
    const rows: Row[] = [];
    let at = 0;
    for (;;) {
      const record = recordAt(text, at, false);
      if (typeof record === "string") throw badFile(`${file}: row ${number}`, record);
      if (record === undefined) break;
      if (record.end - at > recordBytes) throw badFile(`${file}: row ${number}`, tooLong(recordBytes));
      rows.push({ number, fields: record.fields });
      number += 1;
      at = record.end;
    }
    text = text.slice(at);
    if (text.length > recordBytes) throw badFile(`${file}: row ${number}`, tooLong(recordBytes));
    enough = at === 0 ? text.length * 2 : 0;
    if (rows.length > 0) yield rows;
  }
  text += decoder.end();
  const rows: Row[] = [];
  for (let at = 0; at < text.length; ) {
    const record = recordAt(text, at, true);
    if (typeof record === "string") throw badFile(`${file}: row ${number}`, record);
    if (record === undefined) throw badFile(`${file}: row ${number}`, "cut off within a quoted field");
    rows.push({ number, fields: record.fields });
    number += 1;
    at = record.end;
  }
  if (rows.length > 0) yield rows;
}

export function tooLong(bytes: number): string {
  return `expected a record of at most ${bytes} bytes, found a longer one`;
}

/** A record and where it ends; undefined if its end has not come yet; what is wrong as text. */
function recordAt(
  text: string,
  start: number,
  isLast: boolean,
): { fields: string[]; end: number } | string | undefined {
  const fields: string[] = [];
  let at = start;
  for (;;) {
    if (text.charCodeAt(at) === quote) {
      const end = endOfQuoted(text, at + 1);
      if (end === undefined) return undefined;
      const raw = text.slice(at + 1, end);
      fields.push(raw.includes('"') ? raw.replaceAll('""', '"') : raw);
      at = end + 1;
      if (at >= text.length) return isLast ? { fields, end: at } : undefined;
      if (text.charCodeAt(at) === 13 && at + 1 < text.length) at += 1;
      const next = text.charCodeAt(at);
      if (next === newline) return { fields, end: at + 1 };
      if (next === 13) return isLast ? { fields, end: at + 1 } : undefined;
      if (next !== tab) return `field ${fields.length}: expected a tab or a line end after the closing quote`;
      at += 1;
    } else {
      const from = at;
      while (at < text.length) {
        const code = text.charCodeAt(at);
        if (code === tab || code === newline) break;
        at += 1;
      }
      if (at >= text.length && !isLast) return undefined;
      const isTab = text.charCodeAt(at) === tab;
      const to = !isTab && text.charCodeAt(at - 1) === 13 && at > from ? at - 1 : at;
      fields.push(text.slice(from, to));
      if (!isTab) return { fields, end: Math.min(at + 1, text.length) };
      at += 1;
    }
  }
}

/** Where the closing quote is: one that is not followed by another. At the very end nobody knows yet, and it counts. */
function endOfQuoted(text: string, from: number): number | undefined {
  for (let at = from; ; ) {
    const found = text.indexOf('"', at);
    if (found < 0) return undefined;
    if (text.charCodeAt(found + 1) !== quote) return found;
    at = found + 2;
  }
}
