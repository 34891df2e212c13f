import type { Written } from "./contract.ts";
import type { End } from "./end.ts";
import type { Layout } from "./layout.ts";
import { LineReader, type Position } from "./lines.ts";
import { isA, writtenFrom } from "./written.ts";

/** Entries by their ids, and reports by their prescriptions, in the order of the log. */
export class Shelf {
  readonly #entries = new Map<string, Written>();
  readonly #reports = new Map<string, Written<"report">>();
  #bytes = 0;

  /** Of two entries with one id, and of two reports on one prescription, the first counts. */
  add(written: Written): void {
    if (this.#entries.has(written.entry.id)) return;
    this.#entries.set(written.entry.id, written);
    this.#bytes += written.line.length;
    if (!isA(written, "report")) return;
    const { prescription } = written.entry.data;
    if (!this.#reports.has(prescription)) this.#reports.set(prescription, written);
  }

  find(id: string): Written | undefined {
    return this.#entries.get(id);
  }

  reportOf(prescription: string): Written<"report"> | undefined {
    return this.#reports.get(prescription);
  }

  all(): Iterable<Written> {
    return this.#entries.values();
  }

  /** Drops what came first until little is left. */
  shrink(entries: number, bytes: number): void {
    for (const written of this.#entries.values()) {
      if (this.#entries.size <= entries && this.#bytes <= bytes) return;
      this.#entries.delete(written.entry.id);
      this.#bytes -= written.line.length;
      if (!isA(written, "report")) continue;
      const { prescription } = written.entry.data;
      if (this.#reports.get(prescription) === written) this.#reports.delete(prescription);
    }
  }
}

const most = { entries: 2048, bytes: 8 * 1024 * 1024 };

/**
 * The newest entries without a gap. Most questions are about these, and they can be answered without the index: a report
 * is always later than its prescription, so if the prescription is here, its report is here too or nowhere.
 */
export class Recent {
  readonly #layout: Layout;
  #shelf = new Shelf();
  #next: Position;

  constructor(layout: Layout, end: End) {
    this.#layout = layout;
    this.#next = end.next;
  }

  /** Takes what was just written, if it follows what is here; otherwise it will be read when it is asked for. */
  add(written: Written, next: Position): void {
    if (written.entry.sequence !== this.#next.sequence) return;
    this.#shelf.add(written);
    this.#next = next;
    this.#shelf.shrink(most.entries, most.bytes);
  }

  upTo(end: End): Shelf {
    if (this.#next.segment !== end.next.segment || end.next.offset - this.#next.offset > most.bytes) {
      this.#shelf = new Shelf();
      this.#next = end.next;
    }
    if (this.#next.sequence < end.size) this.#readUpTo(end);
    return this.#shelf;
  }

  #readUpTo(end: End): void {
    using reader = new LineReader(this.#layout, this.#next);
    while (reader.position.sequence < end.size) {
      const line = reader.next();
      if (line === undefined) break;
      this.#shelf.add(writtenFrom(this.#layout, line));
    }
    this.#next = reader.position;
    this.#shelf.shrink(most.entries, most.bytes);
  }
}
