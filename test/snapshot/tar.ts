import { writeFile } from "node:fs/promises";
import { gzipSync, zstdCompressSync } from "node:zlib";

export interface Member {
  readonly path: string;
  readonly content?: string | Buffer;
  /** As in the format: "0" a file, "1" a hard link, "2" a link, "5" a folder. */
  readonly type?: string;
  readonly link?: string;
  /** What the header says, if it is not to be the truth. */
  readonly size?: number;
}

/** An archive, byte by byte, so that it can be made wrong. */
export function tar(members: readonly Member[]): Buffer {
  const blocks = members.flatMap(({ path, content = "", type = "0", link = "", size }) => {
    const body = Buffer.from(content);
    const header = Buffer.alloc(512);
    header.write(path, 0, 100);
    header.write("0000644\0", 100);
    header.write(`${(size ?? body.length).toString(8).padStart(11, "0")}\0`, 124);
    header.write("        ", 148);
    header.write(type, 156);
    header.write(link, 157, 100);
    header.write("ustar\x0000", 257);
    const sum = header.reduce((all, byte) => all + byte, 0);
    header.write(`${sum.toString(8).padStart(6, "0")}\0 `, 148);
    return [header, body, Buffer.alloc((512 - (body.length % 512)) % 512)];
  });
  return Buffer.concat([...blocks, Buffer.alloc(1024)]);
}

export async function writeTar(path: string, bytes: Buffer): Promise<void> {
  await writeFile(path, path.endsWith(".zst") ? zstdCompressSync(bytes) : gzipSync(bytes));
}
