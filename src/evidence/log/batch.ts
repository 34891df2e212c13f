import { hashLine, type PreparedEntry } from "../format/index.ts";
import type { Written } from "./contract.ts";
import { after, copyOf, type End, keyAfter, tileWidth } from "./end.ts";
import type { KeyStore } from "./keys.ts";
import type { Position } from "./lines.ts";

const newline = Buffer.from("\n");

/** Lines that will be one write. Nothing outside is changed until that succeeded. */
export class Batch {
  readonly #origin: string;
  readonly #keys: KeyStore;
  readonly #pieces: Buffer[] = [];
  #end: End;
  #length = 0;
  readonly written: { readonly written: Written; readonly next: Position }[] = [];
  #tile: Position | undefined;

  constructor(start: End, origin: string, keys: KeyStore) {
    this.#end = copyOf(start);
    this.#origin = origin;
    this.#keys = keys;
  }

  get end(): End {
    return this.#end;
  }

  get length(): number {
    return this.#length;
  }

  /** Where the first tile begins that this makes full. */
  get tile(): Position | undefined {
    return this.#tile;
  }

  bytes(): Buffer {
    return Buffer.concat(this.#pieces, this.#length);
  }

  /** All of them in this order, or an error and none. */
  add(prepared: readonly PreparedEntry[]): Written[] {
    let { size, hash, key } = this.#end;
    const added = prepared.map((prepare) => {
      const place = { log: this.#origin, sequence: size, previous: hash, key };
      const { entry, line } = prepare(place, this.#keys.load(key).sign);
      [size, hash, key] = [size + 1, hashLine(line), keyAfter(entry)];
      return { entry, hash, line };
    });
    for (const written of added) this.#append(written);
    return added;
  }

  #append(written: Written): void {
    const { entry, line, hash } = written;
    const { segment, offset } = this.#end.next;
    const place = { segment, offset, length: line.length };
    this.#end = after(this.#end, { place, bytes: line }, keyAfter(entry), hash);
    this.#pieces.push(line, newline);
    this.#length += line.length + newline.length;
    this.written.push({ written, next: this.#end.next });
    if (this.#end.size % tileWidth === 0) this.#tile ??= this.#end.block;
  }
}
