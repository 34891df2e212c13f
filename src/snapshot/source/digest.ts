import { isUtf8 } from "node:buffer";
import { createHash } from "node:crypto";
import type { Limits } from "../limits.ts";
import { badFile } from "../problem.ts";
import type { RoledFile } from "./layout.ts";
import type { SourceFile } from "./tree.ts";

export interface Digested {
  /** Of the files with data and their names. Labels are not part of it: a corrected label is the same incident. */
  readonly digest: string;
  readonly files: readonly { readonly path: string; readonly sha256: string }[];
}

/** Reads every byte once: for the digest, and to know before anything else that all of it is text. */
export async function digestOf(data: readonly RoledFile[], limits: Limits): Promise<Digested> {
  const all = createHash("sha256").update("airworthy snapshot content 1\n");
  const files: { path: string; sha256: string }[] = [];
  for (const { file, form, role } of data) {
    if (form === "json" && file.size > limits.documentBytes) {
      throw badFile(file.path, `expected at most ${limits.documentBytes} bytes, found ${file.size}`);
    }
    const sha256 = await digestOfFile(file);
    files.push({ path: file.path, sha256 });
    all.update(`${JSON.stringify([role, form, file.path, sha256])}\n`);
  }
  return { digest: all.digest("hex"), files };
}

async function digestOfFile(file: SourceFile): Promise<string> {
  const hash = createHash("sha256");
  let done = 0;
  let rest: Buffer = Buffer.alloc(0);
  for await (const chunk of file.bytes()) {
    hash.update(chunk);
    const bytes = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    const end = bytes.length - unfinished(bytes);
    const whole = bytes.subarray(0, end);
    if (!isUtf8(whole))
      throw badFile(file.path, `byte ${done + firstBad(whole)}: expected UTF-8, found something else`);
    const zero = whole.indexOf(0);
    if (zero >= 0) throw badFile(file.path, `byte ${done + zero}: expected text, found a zero byte`);
    done += end;
    rest = bytes.subarray(end);
  }
  if (rest.length > 0) throw badFile(file.path, `byte ${done}: cut off within a sign`);
  if (done !== file.size)
    throw badFile(file.path, `expected ${file.size} bytes, found ${done}: it was changed meanwhile`);
  return hash.digest("hex");
}

/** How many bytes at the end begin a sign whose other bytes come with the next chunk. */
function unfinished(bytes: Buffer): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back += 1) {
    const byte = bytes[bytes.length - back] ?? 0;
    if ((byte & 0xc0) === 0x80) continue;
    const length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : byte >= 0xc0 ? 2 : 1;
    return length > back ? back : 0;
  }
  return 0;
}

function firstBad(bytes: Buffer): number {
  let [good, bad] = [0, bytes.length];
  while (bad - good > 1) {
    const middle = (good + bad) >> 1;
    const start = bytes.subarray(0, middle);
    if (isUtf8(start.subarray(0, middle - unfinished(start)))) good = middle;
    else bad = middle;
  }
  return good;
}
