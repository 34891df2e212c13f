import { StringDecoder } from "node:string_decoder";
import { messageOf } from "../../problem/index.ts";
import { badFile } from "../problem.ts";
import { tooLong } from "./tsv.ts";

export interface JsonRow {
  /** The line, from 1. */
  readonly number: number;
  readonly value: Readonly<Record<string, unknown>>;
}

/** One JSON object in each line, in batches. The last line must end too: one that does not was cut off. */
export async function* readJsonLines(
  chunks: AsyncIterable<Uint8Array>,
  file: string,
  recordBytes: number,
): AsyncGenerator<readonly JsonRow[]> {
  const decoder = new StringDecoder("utf8");
  let pieces: string[] = [];
  let waiting = 0;
  let number = 0;
  for await (const chunk of chunks) {
    const text = decoder.write(Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength));
    const end = text.lastIndexOf("\n");
    if (end < 0) {
      pieces.push(text);
      waiting += text.length;
      if (waiting > recordBytes) throw badFile(`${file}: line ${number + 1}`, tooLong(recordBytes));
      continue;
    }
    const lines = (pieces.join("") + text.slice(0, end)).split("\n");
    pieces = [text.slice(end + 1)];
    waiting = text.length - end - 1;
    const rows: JsonRow[] = [];
    for (const line of lines) {
      number += 1;
      if (line.length > recordBytes) throw badFile(`${file}: line ${number}`, tooLong(recordBytes));
      if (line !== "") rows.push({ number, value: objectIn(line, `${file}: line ${number}`) });
    }
    if (rows.length > 0) yield rows;
  }
  if (pieces.join("") + decoder.end() !== "") {
    throw badFile(`${file}: line ${number + 1}`, "expected a line end, found the end of the file: it was cut off");
  }
}

function objectIn(line: string, where: string): Readonly<Record<string, unknown>> {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch (cause) {
    throw badFile(where, `expected JSON: ${messageOf(cause)}`, cause);
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw badFile(where, "expected a JSON object, found another value");
  }
  return value as Readonly<Record<string, unknown>>;
}
