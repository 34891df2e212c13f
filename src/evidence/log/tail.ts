import {
  type BigIntStats,
  closeSync,
  existsSync,
  fdatasyncSync,
  fstatSync,
  openSync,
  readFileSync,
  type Stats,
  statSync,
} from "node:fs";
import { EvidenceProblem, hashLine, parseCheckpoint, readEntry, signerOfCheckpoint } from "../format/index.ts";
import { diskProblem, notDurable } from "./disk.ts";
import { beginning, copyOf, damage, type End } from "./end.ts";
import { readAt, syncDirectoryNow } from "./files.ts";
import { Head, type Note } from "./head.ts";
import type { Identity } from "./identity.ts";
import type { KeyStore } from "./keys.ts";
import { listSegments, segmentPath } from "./layout.ts";
import { type Reading, readOn, whereIs } from "./reading.ts";
import { Stamps } from "./stamps.ts";

export interface SegmentFile {
  readonly first: number;
  readonly path: string;
  readonly file: number;
  readonly inode: number;
}

/** The end of the log as this process knows it. Everything here runs under the lock. */
export class Tail implements Disposable {
  readonly #log: Identity;
  readonly #keys: KeyStore;
  readonly #head: Head;
  readonly #stamps: Stamps;
  #known: End | undefined;
  /** Where the segment begins that is written to, if we know. */
  #begin: End | undefined;
  /** The files as the last writer left them, as far as we know. */
  #stamp: string | undefined;
  /** The file as we left it ourselves, before that becomes a stamp for others. */
  #left: BigIntStats | undefined;
  /** Whether we have written since we last told others. */
  #isUntold = false;
  #compared = false;
  #open: SegmentFile | undefined;
  /** Segments that are finished; others may still be syncing them. */
  readonly #finished: SegmentFile[] = [];

  constructor(log: Identity, keys: KeyStore) {
    this.#log = log;
    this.#keys = keys;
    this.#head = new Head(log, keys.secret(log.firstKey));
    this.#stamps = new Stamps(log.layout);
  }

  /** Finds out where the log ends now, whoever wrote to it meanwhile. Mostly that takes one look at the file's size. */
  settle(): Reading {
    // No writer can have been there since our last write, but somebody else may have touched the file.
    if (this.#known && this.#isUntold) {
      if (this.#isAsLeft(this.#known)) return { end: this.#known, torn: undefined };
      this.#stamp = this.#stampOf(this.#known, this.#left);
    }
    const news = this.#head.read();
    if (news && news.end.size > (this.#known?.size ?? 0) && this.#agrees(news)) {
      this.#known = news.end;
      this.#begin = news.begin;
      this.#stamp = news.stamp;
    }
    news?.accept();
    // Somebody touched the files who is no writer, or a writer died before he could say so. Then every link is looked at.
    const isTouched = this.#known !== undefined && this.#stamp !== this.#stampOf(this.#known);
    const nearby = this.#read();
    const reading = isTouched ? this.#readAgain() : nearby;
    if (!this.#compared) this.#compare(reading.end);
    this.#compared = true;
    if (isTouched || this.#known === undefined) {
      this.#stamp = this.#stampOf(reading.end);
      this.#left = this.#own();
    }
    this.#known = reading.end;
    return reading;
  }

  /** Remembers an end that was just written. Between writes that follow at once a look at the size must do. */
  moveTo(end: End, isFollowed: boolean): void {
    this.#known = end;
    this.#left = isFollowed ? undefined : this.#own();
    // Now: until we tell others, somebody may touch these too.
    this.#stamps.sealedBefore(end.next.segment);
    this.#isUntold = true;
  }

  /** Tells other writers what we remember: to be called before one of them can get the lock. */
  tell(): void {
    if (!this.#known || !this.#isUntold) return;
    this.#stamp = this.#stampOf(this.#known, this.#left ?? this.#own());
    this.#head.write({ end: this.#known, begin: this.#begin, stamp: this.#stamp });
    this.#isUntold = false;
  }

  /** The file that the next line goes to; it may be the segment's first. */
  fileFor(end: End): SegmentFile {
    const { segment } = end.next;
    if (this.#open?.first === segment) return this.#open;
    const path = segmentPath(this.#log.layout, segment);
    const isNew = !existsSync(path);
    try {
      const file = openSync(path, isNew ? "wx+" : "r+", 0o640);
      if (isNew) syncDirectoryNow(this.#log.layout.segments);
      if (this.#open) this.#finished.push(this.#open);
      this.#open = { first: segment, path, file, inode: statSync(path).ino };
      return this.#open;
    } catch (error) {
      throw diskProblem(error, path);
    }
  }

  /** The end with a new segment to go on in. What is in the old one must be on disk before anything in the new one is. */
  rotated(end: End): End {
    const { file, path } = this.fileFor(end);
    try {
      fdatasyncSync(file);
    } catch (error) {
      throw notDurable(path, error);
    }
    const begin = { ...end, next: { sequence: end.size, segment: end.size, offset: 0 } };
    this.#begin = copyOf(begin);
    return begin;
  }

  /** To be called when nobody is syncing any of them. */
  closeFinished(): void {
    for (const { file } of this.#finished.splice(0)) closeSync(file);
  }

  [Symbol.dispose](): void {
    this.closeFinished();
    if (this.#open) closeSync(this.#open.file);
    this.#head[Symbol.dispose]();
  }

  #read(): Reading {
    const known = this.#known;
    if (known === undefined) return this.#readWhole();
    const { segment, offset } = known.next;
    const found = this.#look(segment);
    if (found === undefined || found.size < offset) throw this.#truncated(known, found);
    const isLast = known.size === segment || !existsSync(segmentPath(this.#log.layout, known.size));
    if (found.size === offset && isLast) return { end: known, torn: undefined };
    return readOn(this.#log, this.#keys, copyOf(known));
  }

  /** From where files were touched: all that is in finished segments was looked at before, if they still are the same. */
  #readAgain(): Reading {
    const [known, begin] = [this.#known, this.#begin];
    if (known === undefined || begin?.next.segment !== known.next.segment) return this.#readWhole();
    const isSealed = this.#stamps.isSealed(known.next.segment, this.#stamp);
    return isSealed ? readOn(this.#log, this.#keys, copyOf(begin)) : this.#readWhole();
  }

  #readWhole(): Reading {
    return readOn(this.#log, this.#keys, beginning(this.#log.firstKey));
  }

  /** The file that we write to, whatever its name is by now. If it was moved away or replaced, its time is another one. */
  #own(): BigIntStats | undefined {
    return this.#open && fstatSync(this.#open.file, { bigint: true });
  }

  #isAsLeft({ next }: End): boolean {
    const found = this.#own();
    if (found?.size !== BigInt(next.offset)) return false;
    return this.#left === undefined || this.#left.ctimeNs === found.ctimeNs;
  }

  #stampOf({ next }: End, found?: BigIntStats): string {
    return this.#stamps.upTo(next.segment, found);
  }

  /** The file by its name: what we have open may have been moved away or replaced. */
  #look(segment: number): Stats | undefined {
    const found = statSync(segmentPath(this.#log.layout, segment), { throwIfNoEntry: false });
    if (this.#open?.first === segment && this.#open.inode !== found?.ino) {
      this.#finished.push(this.#open);
      this.#open = undefined;
    }
    return found;
  }

  /** Whether the last line is the one that another writer's note speaks of. */
  #agrees({ end, sameBoot }: Note): boolean {
    const { segment, offset, length } = end.last;
    const found = this.#look(segment);
    // After a restart the note may be ahead of what reached the disk. Then the log itself has the word.
    if (found === undefined || found.size <= offset + length) {
      if (sameBoot) throw this.#truncated(end, found);
      return false;
    }
    const { file } = this.fileFor({ ...end, next: { ...end.next, segment } });
    const line = readAt(file, offset, length);
    if (hashLine(line) === end.hash) return true;
    if (sameBoot) throw this.#changed(end, line);
    return false;
  }

  #truncated({ size, next }: End, found: Stats | undefined): EvidenceProblem {
    const path = segmentPath(this.#log.layout, next.segment);
    const bytes = found === undefined ? "no such file" : `${found.size} bytes`;
    return damage("TRUNCATED_LOG", `${path}: expected ${next.offset} bytes up to entry ${size - 1}, found ${bytes}`);
  }

  #changed(end: End, line: Buffer): EvidenceProblem {
    const where = whereIs(this.#log, end.last, end.size - 1);
    try {
      readEntry(line);
    } catch (error) {
      if (error instanceof EvidenceProblem) return damage(error.code, `${where}: ${error.message}`);
    }
    const [expected, found] = [end.hash, hashLine(line)].map((hash) => hash.slice(0, 16));
    return damage("BROKEN_LINK", `${where}: expected a line with hash ${expected}, found one with ${found}`);
  }

  /** A checkpoint is stored only after what it covers is on disk to stay. Fewer entries than that are too few. */
  #compare(end: End): void {
    const { layout, origin, publicKey } = this.#log;
    const stray = listSegments(layout).find((first) => first > end.next.segment);
    if (stray !== undefined) {
      const path = segmentPath(layout, stray);
      throw damage(
        "MISSING_SEGMENT",
        `${path}: expected it to begin with entry ${end.size}, where the one before ends`,
      );
    }
    const checkpoint = readCheckpoint(layout.checkpoint);
    if (checkpoint === undefined || checkpoint.size <= end.size) return;
    const known = [publicKey, this.#keys.load(end.key).publicKey];
    const signed = signerOfCheckpoint(checkpoint, known) !== undefined && checkpoint.origin === origin;
    const found = `${layout.checkpoint}: covers ${checkpoint.size} entries, found ${end.size}`;
    throw signed
      ? damage("TRUNCATED_LOG", found)
      : damage("BAD_CHECKPOINT", `${found}, and no key of this log signed it`);
  }
}

/** Nothing, where there is none or what is there is no checkpoint: it will be written again. */
export function readCheckpoint(path: string) {
  try {
    return parseCheckpoint(readFileSync(path, "utf8"));
  } catch {
    return undefined;
  }
}
