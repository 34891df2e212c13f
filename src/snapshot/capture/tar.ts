const block = 512;

/** Files as a tar archive that says nothing about who made it or when: the same files give the same bytes. */
export function tarOf(files: ReadonlyMap<string, Buffer>): Buffer {
  const parts = [...files].flatMap(([path, bytes]) => [header(path, bytes.length), bytes, padding(bytes.length)]);
  return Buffer.concat([...parts, Buffer.alloc(2 * block)]);
}

function header(path: string, size: number): Buffer {
  const bytes = Buffer.alloc(block);
  const octal = (value: number, length: number) => `${value.toString(8).padStart(length - 1, "0")}\0`;
  if (Buffer.byteLength(path) > 100) throw new RangeError(`${path}: expected a name of at most 100 bytes`);
  bytes.write(path, 0);
  bytes.write(octal(0o644, 8), 100);
  for (const at of [108, 116]) bytes.write(octal(0, 8), at);
  bytes.write(octal(size, 12), 124);
  bytes.write(octal(0, 12), 136);
  bytes.write("        0", 148);
  bytes.write("ustar\x0000", 257);
  // The checksum counts its own eight bytes as blanks, which they are until now.
  const sum = bytes.reduce((all, byte) => all + byte, 0);
  bytes.write(`${octal(sum, 7)} `, 148);
  return bytes;
}

function padding(size: number): Buffer {
  return Buffer.alloc((block - (size % block)) % block);
}
