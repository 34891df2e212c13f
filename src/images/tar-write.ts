import type { Entry } from "./tree.ts";

/** Every entry carries this time (2024-01-01), so that the same files make the same bytes at any hour. */
const MTIME = 1_704_067_200;
const BLOCK = 512;

const TYPE = { file: "0", symlink: "2", directory: "5" } as const;

/** The tar header of one entry (preceded by pax records where the name does not fit), without its content. */
export function tarHeader(entry: Entry, size: number): Buffer {
  const name = entry.kind === "directory" ? `${entry.path}/` : entry.path;
  const link = entry.kind === "symlink" ? entry.target : "";
  const records = [...(tooLong(name) ? [["path", name]] : []), ...(tooLong(link) ? [["linkpath", link]] : [])];
  const main = ustar({ name, link, size, type: TYPE[entry.kind], mode: entry.mode, uid: entry.uid, gid: entry.gid });
  if (records.length === 0) return main;
  const body = Buffer.from(records.map(([key, value]) => paxRecord(String(key), String(value))).join(""));
  const extra = ustar({ name: "pax", link: "", size: body.length, type: "x", mode: 0o644, uid: 0, gid: 0 });
  return Buffer.concat([extra, body, padding(body.length), main]);
}

/** The zero bytes that fill the last block of a content of this size. */
export function padding(size: number): Buffer {
  return Buffer.alloc((BLOCK - (size % BLOCK)) % BLOCK);
}

export function tarEnd(): Buffer {
  return Buffer.alloc(2 * BLOCK);
}

function tooLong(text: string): boolean {
  return Buffer.byteLength(text) > 100;
}

interface Fields {
  readonly name: string;
  readonly link: string;
  readonly size: number;
  readonly type: string;
  readonly mode: number;
  readonly uid: number;
  readonly gid: number;
}

function ustar(fields: Fields): Buffer {
  const block = Buffer.alloc(BLOCK);
  const octal = (value: number, at: number, digits: number) =>
    block.write(`${value.toString(8).padStart(digits, "0")}\0`, at, "latin1");
  Buffer.from(fields.name).copy(block, 0, 0, 100);
  octal(fields.mode, 100, 7);
  octal(fields.uid, 108, 7);
  octal(fields.gid, 116, 7);
  octal(fields.size, 124, 11);
  octal(MTIME, 136, 11);
  block.write("        ", 148, "latin1"); // the checksum counts itself as eight spaces
  block.write(fields.type, 156, "latin1");
  Buffer.from(fields.link).copy(block, 157, 0, 100);
  block.write("ustar\x0000", 257, "latin1");
  const sum = block.reduce((total, byte) => total + byte, 0);
  block.write(`${sum.toString(8).padStart(6, "0")}\0 `, 148, "latin1");
  return block;
}

/** A pax record starts with its own length, the digits of that length included. */
function paxRecord(key: string, value: string): string {
  const rest = ` ${key}=${value}\n`;
  let length = Buffer.byteLength(rest);
  while (Buffer.byteLength(rest) + String(length).length !== length)
    length = Buffer.byteLength(rest) + String(length).length;
  return `${length}${rest}`;
}
