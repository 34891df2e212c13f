import { existsSync, statSync } from "node:fs";
import { setImmediate as turn } from "node:timers/promises";
import { EvidenceProblem } from "../format/index.ts";
import type { Filter, Written } from "./contract.ts";
import { type Found, IndexDatabase, removeIndex } from "./index-database.ts";
import { type Layout, listSegments, segmentPath } from "./layout.ts";
import { bytesAt, isA, writtenFrom } from "./written.ts";

/** A change of the index for this many entries; in between other processes have their turn. */
const portion = 4096;

/** A log of this size is indexed in about a quarter of a second. */
const muchBytes = 8 * 1024 * 1024;

/**
 * Finds entries without reading the log. Everything in it comes from the log and can be made again: it is caught up when
 * it is asked, made anew when it is gone or broken, and kept in memory where it cannot be written. What it says is looked
 * up in the log before it counts.
 */
export class EntryIndex implements Disposable {
  readonly #layout: Layout;
  #database: IndexDatabase | undefined;
  #renewed = false;
  #inMemory = false;

  constructor(layout: Layout) {
    this.#layout = layout;
  }

  /** Makes it before somebody needs it under the lock, where everybody would wait, if it is missing and much to do. */
  prepare(): Promise<void> | undefined {
    if (this.#database !== undefined || existsSync(this.#layout.index)) return undefined;
    const segments = listSegments(this.#layout);
    const isMuch = segments.length > 1 || statSync(segmentPath(this.#layout, 0)).size > muchBytes;
    return isMuch ? this.catchUp() : undefined;
  }

  /** Takes what was written since, with pauses for whatever else this process has to do. */
  async catchUp(): Promise<void> {
    while (this.#ask((database) => database.catchUp(portion))) await turn();
  }

  /** The same at once, for decisions under the lock. */
  catchUpNow(): void {
    while (this.#ask((database) => database.catchUp(portion)));
  }

  find(id: string): Written | undefined {
    return this.#read(
      (database) => [database.find(id)],
      ({ entry }) => entry.id === id,
    )[0];
  }

  reportOf(prescription: string): Written<"report"> | undefined {
    const isIt = (found: Written) => isA(found, "report") && found.entry.data.prescription === prescription;
    const [report] = this.#read((database) => [database.reportOf(prescription)], isIt);
    return report && isA(report, "report") ? report : undefined;
  }

  open(): Written<"prescription">[] {
    const open = this.#read(
      (database) => database.open(),
      (found) => isA(found, "prescription"),
    );
    return open.filter((found) => isA(found, "prescription"));
  }

  select(filter: Filter): Written[] {
    return this.#read(
      (database) => database.select(filter),
      ({ entry }) => filter.type === undefined || entry.type === filter.type,
    );
  }

  [Symbol.dispose](): void {
    this.#database?.[Symbol.dispose]();
    this.#database = undefined;
  }

  #read(
    ask: (database: IndexDatabase) => readonly (Found | undefined)[],
    isRight: (found: Written) => boolean,
  ): Written[] {
    const lookUp = () => this.#ask(ask).flatMap((found) => (found ? [this.#writtenAt(found)] : []));
    try {
      const written = lookUp();
      if (written.every(isRight)) return written;
    } catch (error) {
      if (!(error instanceof EvidenceProblem)) throw error;
    }
    // The index does not say what the log says. If the log itself is the reason, it will show again.
    this.#renew(!this.#renewed);
    this.catchUpNow();
    return lookUp();
  }

  #writtenAt({ sequence, place }: Found): Written {
    return writtenFrom(this.#layout, { sequence, place, bytes: bytesAt(this.#layout, place) });
  }

  #ask<T>(question: (database: IndexDatabase) => T): T {
    try {
      this.#database ??= new IndexDatabase(this.#layout, this.#layout.index);
      return question(this.#database);
    } catch (error) {
      const code = sqliteCode(error);
      if (code === undefined || this.#inMemory) throw error;
      const database = this.#renew(broken.includes(code) && !this.#renewed);
      while (database.catchUp(portion));
      return question(database);
    }
  }

  #renew(onDisk: boolean): IndexDatabase {
    this[Symbol.dispose]();
    this.#renewed = true;
    this.#inMemory = !onDisk;
    if (onDisk) removeIndex(this.#layout);
    this.#database = new IndexDatabase(this.#layout, onDisk ? this.#layout.index : ":memory:");
    return this.#database;
  }
}

/** SQLITE_ERROR for a table that is not there, SQLITE_CORRUPT, SQLITE_NOTADB. With any other the file may be good. */
const broken = [1, 11, 26];

function sqliteCode(error: unknown): number | undefined {
  return error instanceof Error && "errcode" in error ? Number(error.errcode) & 0xff : undefined;
}
