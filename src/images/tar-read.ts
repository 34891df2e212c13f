import { ImageProblem } from "./problem.ts";

export interface RawEntry {
  readonly path: string;
  readonly type: "file" | "link" | "symlink" | "directory" | "other";
  readonly mode: number;
  readonly uid: number;
  readonly gid: number;
  readonly target: string;
  readonly content: Buffer;
}

const BLOCK = 512;
const TYPES: Readonly<Record<string, RawEntry["type"]>> = {
  "0": "file",
  "\0": "file",
  "1": "link",
  "2": "symlink",
  "5": "directory",
};

/** Reads a whole tar archive: ustar with GNU long names and pax paths, which is all that Debian packages use. */
export function* readTar(archive: Buffer): Generator<RawEntry> {
  let longName: string | undefined;
  let longLink: string | undefined;
  for (let at = 0; at + BLOCK <= archive.length; ) {
    const head = archive.subarray(at, at + BLOCK);
    if (head.every((byte) => byte === 0)) return;
    checkSum(head, at);
    const size = octal(head, 124, 12);
    const end = at + BLOCK + size;
    if (end > archive.length) {
      throw new ImageProblem(
        "MALFORMED_ARCHIVE",
        `tar entry at ${at}: expected ${size} bytes, the archive ends before`,
      );
    }
    const content = archive.subarray(at + BLOCK, end);
    at = end + ((BLOCK - (size % BLOCK)) % BLOCK);
    const type = head.toString("latin1", 156, 157);
    if (type === "L") longName = text(content, 0, content.length);
    else if (type === "K") longLink = text(content, 0, content.length);
    else if (type === "x") {
      const records = pax(content);
      longName = records.get("path") ?? longName;
      longLink = records.get("linkpath") ?? longLink;
    } else if (type !== "g") {
      const prefix = head.toString("latin1", 257, 263) === "ustar\0" ? text(head, 345, 155) : "";
      const short = text(head, 0, 100);
      yield {
        path: longName ?? (prefix ? `${prefix}/${short}` : short),
        type: TYPES[type] ?? "other",
        mode: octal(head, 100, 8) & 0o7777,
        uid: octal(head, 108, 8),
        gid: octal(head, 116, 8),
        target: longLink ?? text(head, 157, 100),
        content,
      };
      longName = undefined;
      longLink = undefined;
    }
  }
}

function text(block: Buffer, at: number, length: number): string {
  const field = block.subarray(at, at + length);
  const end = field.indexOf(0);
  return field.toString("utf8", 0, end < 0 ? length : end);
}

function octal(block: Buffer, at: number, length: number): number {
  const digits = text(block, at, length).trim();
  if (!/^[0-7]*$/.test(digits)) {
    throw new ImageProblem(
      "MALFORMED_ARCHIVE",
      `tar header: expected an octal number, found ${JSON.stringify(digits)}`,
    );
  }
  return digits === "" ? 0 : Number.parseInt(digits, 8);
}

function checkSum(head: Buffer, at: number): void {
  const expected = octal(head, 148, 8);
  const found = head.reduce((sum, byte, index) => sum + (index >= 148 && index < 156 ? 32 : byte), 0);
  if (expected !== found) {
    throw new ImageProblem("MALFORMED_ARCHIVE", `tar header at ${at}: expected checksum ${expected}, found ${found}`);
  }
}

function pax(content: Buffer): Map<string, string> {
  const records = new Map<string, string>();
  for (let at = 0; at < content.length; ) {
    const space = content.indexOf(32, at);
    const length = Number(content.toString("latin1", at, space));
    if (space < 0 || !Number.isSafeInteger(length) || length <= 0) break;
    const [key, ...value] = content.toString("utf8", space + 1, at + length - 1).split("=");
    if (key) records.set(key, value.join("="));
    at += length;
  }
  return records;
}
