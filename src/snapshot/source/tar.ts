import { badFile } from "../problem.ts";

export interface TarMember {
  readonly path: string;
  readonly type: "file" | "folder";
  readonly size: number;
}

const block = 512;

/**
 * Reads an archive as it streams by: `member` is told of each file and gives what takes its bytes. Only plain files and
 * folders exist here; links, devices and sparse files are refused. Names come from ustar and from pax or GNU headers.
 */
export async function readTar(
  chunks: AsyncIterable<Uint8Array>,
  archive: string,
  member: (found: TarMember) => Promise<((bytes: Uint8Array) => Promise<void>) | undefined>,
): Promise<void> {
  const input = new Blocks(chunks, archive);
  let longName: string | undefined;
  for (;;) {
    const header = await input.take(block);
    if (header.every((byte) => byte === 0)) return;
    const { name, size, type } = headerOf(header, archive);
    const where = `${archive}: ${JSON.stringify(longName ?? name)}`;
    if (type === "x" || type === "L") {
      if (size > 65_536) throw badFile(where, "expected a short header for a long name, found a large one");
      const content = (await input.take(padded(size))).subarray(0, size).toString("utf8");
      longName = type === "L" ? content.replace(/\0+$/, "") : (paxPath(content, where) ?? longName);
      continue;
    }
    if (type === "g") {
      if (size > 65_536) throw badFile(where, "expected a short header, found a large one");
      await input.take(padded(size));
      continue;
    }
    const path = (longName ?? name).replace(/^\.\//, "").replace(/\/$/, "");
    longName = undefined;
    if (type === "5") {
      if (path !== "" && path !== ".") await member({ path, type: "folder", size: 0 });
      continue;
    }
    if (type !== "0" && type !== "\0") {
      const kinds: Readonly<Record<string, string>> = { "1": "a hard link", "2": "a link", S: "a sparse file" };
      throw badFile(where, `expected a file or a folder, found ${kinds[type] ?? `type ${JSON.stringify(type)}`}`);
    }
    const write = await member({ path, type: "file", size });
    await input.pass(size, write);
    await input.take(padded(size) - size);
  }
}

const padded = (size: number) => Math.ceil(size / block) * block;

function headerOf(header: Buffer, archive: string): { name: string; size: number; type: string } {
  const text = (from: number, length: number) =>
    header
      .subarray(from, from + length)
      .toString("utf8")
      .replace(/\0.*$/s, "");
  // The checksum counts its own eight bytes as blanks.
  const sum = header.reduce((all, byte, at) => all + (at >= 148 && at < 156 ? 32 : byte), 0);
  const told = Number.parseInt(text(148, 8).trim(), 8);
  if (told !== sum) throw badFile(archive, `expected a tar header with checksum ${sum}, found ${told}`);
  const prefix = text(257, 5) === "ustar" && text(345, 155) !== "" ? `${text(345, 155)}/` : "";
  const size = sizeIn(header, text(124, 12));
  if (!Number.isSafeInteger(size) || size < 0) throw badFile(archive, "expected a size in a tar header, found none");
  return { name: prefix + text(0, 100), size, type: String.fromCharCode(header[156] ?? 0) };
}

/** Octal, or binary for what is larger than octal can say. */
function sizeIn(header: Buffer, text: string): number {
  if (((header[124] ?? 0) & 0x80) === 0) return Number.parseInt(text.trim() || "0", 8);
  return Number(header.readBigUInt64BE(128));
}

function paxPath(content: string, where: string): string | undefined {
  let path: string | undefined;
  for (let at = 0; at < content.length; ) {
    const [line, length] = /^(\d{1,6}) /.exec(content.slice(at, at + 8)) ?? [];
    // Lengths are in bytes, names may be more than ASCII: the line is taken in bytes.
    const bytes = Buffer.from(content.slice(at)).subarray(0, Number(length));
    if (line === undefined || bytes.length !== Number(length)) throw badFile(where, "damaged pax header");
    const record = bytes.toString("utf8");
    const [, key, value] = /^\d+ ([^=]+)=(.*)\n$/s.exec(record) ?? [];
    if (key === "path") path = value;
    // A size here would contradict the header, which is how two programs are made to see two archives.
    if (key === "size" || key?.startsWith("GNU.sparse")) throw badFile(where, `pax header "${key}" is not taken`);
    at += record.length;
  }
  return path;
}

/** The archive's bytes in the portions that are asked for; never holds more than a chunk and a portion. */
class Blocks {
  readonly #chunks: AsyncIterator<Uint8Array>;
  readonly #archive: string;
  #rest: Buffer = Buffer.alloc(0);

  constructor(chunks: AsyncIterable<Uint8Array>, archive: string) {
    this.#chunks = chunks[Symbol.asyncIterator]();
    this.#archive = archive;
  }

  async take(length: number): Promise<Buffer> {
    const taken: Buffer[] = [];
    await this.pass(length, async (bytes) => {
      taken.push(Buffer.from(bytes));
    });
    return Buffer.concat(taken);
  }

  async pass(length: number, write: ((bytes: Uint8Array) => Promise<void>) | undefined): Promise<void> {
    for (let missing = length; missing > 0; ) {
      if (this.#rest.length === 0) await this.#more();
      const part = this.#rest.subarray(0, missing);
      this.#rest = this.#rest.subarray(part.length);
      missing -= part.length;
      await write?.(part);
    }
  }

  async #more(): Promise<void> {
    const { done, value } = await this.#chunks.next();
    if (done || value === undefined) throw badFile(this.#archive, "cut off: the archive ends within a member");
    this.#rest = Buffer.from(value.buffer, value.byteOffset, value.byteLength);
  }
}
