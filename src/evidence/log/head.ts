import { createHmac, createSecretKey, type KeyObject, timingSafeEqual } from "node:crypto";
import { closeSync, openSync, readFileSync, readSync } from "node:fs";
import { CompactRange } from "../format/index.ts";
import { realDisk } from "./disk.ts";
import type { End } from "./end.ts";
import type { Identity } from "./identity.ts";

const page = 4096;

export interface Note {
  readonly end: End;
  /** Where the segment begins that is written to, if the writer knew. */
  readonly begin: End | undefined;
  /** The files as the writer left them. */
  readonly stamp: string;
  /** Whether the machine has been up since. */
  readonly sameBoot: boolean;
  readonly accept: () => void;
}

/**
 * A note from one writer to the next, on one page that is written over each time: where the log ends, so that nobody
 * has to read it all. It may be gone, old or torn, and then the log itself is read. It carries a keyed digest: only who
 * could sign anyway can lead another writer astray with it. It is never synced, so after a restart of the machine it may
 * even know of entries that never reached the disk; therefore it says in which boot it was written.
 */
export class Head implements Disposable {
  readonly #file: number | undefined;
  readonly #origin: string;
  readonly #secret: KeyObject;
  /** Made once, like the secret: a page each time is much to clean up after. */
  readonly #own = Buffer.alloc(page, "\n");
  readonly #found = Buffer.alloc(page);
  #seen: Buffer | undefined;

  constructor({ layout, origin }: Identity, secret: Buffer) {
    this.#origin = origin;
    // Made once: Node takes longer to look at other forms of a key than to use it.
    this.#secret = createSecretKey(secret);
    this.#file = openOrCreate(layout.head);
  }

  /** What another writer left, if that is news. It stays news until it is accepted. */
  read(): Note | undefined {
    if (this.#file === undefined) return undefined;
    const bytes = this.#found;
    if (readSync(this.#file, bytes, 0, page, 0) !== page || this.#seen?.equals(bytes)) return undefined;
    const [text = "", mac = ""] = bytes.toString("latin1").split("\n", 2);
    const expected = this.#digest(text);
    const found = Buffer.from(mac, "hex");
    if (found.length !== expected.length || !timingSafeEqual(found, expected)) return undefined;
    const { boot, stamp, begin, end } = JSON.parse(text);
    return {
      end: read(end),
      begin: begin && read(begin),
      stamp: String(stamp),
      sameBoot: boot === thisBoot() && boot !== "",
      accept: () => {
        this.#seen = Buffer.from(bytes);
      },
    };
  }

  write({ end, stamp, begin }: Pick<Note, "end" | "stamp" | "begin">): void {
    if (this.#file === undefined) return;
    const text = JSON.stringify({ boot: thisBoot(), stamp, begin: begin && written(begin), end: written(end) });
    const bytes = this.#own;
    // Whatever is left of an older note comes after the line that ends this one.
    bytes.write(`${text}\n${this.#digest(text).toString("hex")}\n`, "latin1");
    this.#seen = bytes;
    try {
      realDisk.write(this.#file, bytes, 0);
    } catch {
      // A full disk, most likely. Then the next writer reads on from an older note.
    }
  }

  [Symbol.dispose](): void {
    if (this.#file !== undefined) closeSync(this.#file);
  }

  #digest(text: string): Buffer {
    return createHmac("sha256", this.#secret).update(`airworthy/head/2\0${this.#origin}\0${text}`).digest();
  }
}

function written({ range, ...places }: End) {
  return { ...places, range: range.hashes.map((hash) => hash.toString("base64")) };
}

function read({ range, ...places }: ReturnType<typeof written>): End {
  const hashes = range.map((hash) => Buffer.from(hash, "base64"));
  return { ...places, range: CompactRange.restore(places.size, hashes) };
}

function openOrCreate(path: string): number | undefined {
  for (const flags of ["r+", "wx+", "r+"]) {
    try {
      return openSync(path, flags, 0o640);
    } catch {
      // Missing at the first try, made by another process at the second; otherwise we do without.
    }
  }
  return undefined;
}

let boot: string | undefined;

/** Empty where the system has no name for it. */
function thisBoot(): string {
  if (boot !== undefined) return boot;
  try {
    boot = readFileSync("/proc/sys/kernel/random/boot_id", "latin1").trim();
  } catch {
    boot = "";
  }
  return boot;
}
