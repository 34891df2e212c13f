import { readEntry } from "../format/index.ts";
import type { Written } from "./contract.ts";
import type { End } from "./end.ts";
import type { Layout } from "./layout.ts";
import { LineReader, type Position } from "./lines.ts";
import { isA, writtenFrom } from "./written.ts";

/**
 * Entries by their ids, and reports by their prescriptions, in the order of the log. Lines are kept and not what they say:
 * few are asked for, and the many parts of all others would be moved about by the garbage collector again and again.
 */
export class Shelf {
  readonly #entries = new Map<string, Kept>();
  readonly #reports = new Map<string, Kept>();
  #bytes = 0;

  /** Of two entries with one id, and of two reports on one prescription, the first counts. */
  add(written: Written): void {
    const { entry, hash, line } = written;
    if (this.#entries.has(entry.id)) return;
    const prescription = isA(written, "report") ? written.entry.data.prescription : undefined;
    const kept = { id: entry.id, prescription, hash, line };
    this.#entries.set(entry.id, kept);
    this.#bytes += line.length;
    if (prescription !== undefined && !this.#reports.has(prescription)) this.#reports.set(prescription, kept);
  }

  find(id: string): Written | undefined {
    const kept = this.#entries.get(id);
    return kept && read(kept);
  }

  reportOf(prescription: string): Written<"report"> | undefined {
    const kept = this.#reports.get(prescription);
    return kept && (read(kept) as Written<"report">);
  }

  all(): Written[] {
    return [...this.#entries.values()].map(read);
  }

  /** Drops what came first until little is left. */
  shrink(entries: number, bytes: number): void {
    for (const kept of this.#entries.values()) {
      if (this.#entries.size <= entries && this.#bytes <= bytes) return;
      const { id, prescription, line } = kept;
      this.#entries.delete(id);
      this.#bytes -= line.length;
      if (prescription !== undefined && this.#reports.get(prescription) === kept) this.#reports.delete(prescription);
    }
  }
}

interface Kept {
  readonly id: string;
  /** Of a report. */
  readonly prescription: string | undefined;
  readonly hash: string;
  readonly line: Buffer;
}

function read({ hash, line }: Kept): Written {
  return { entry: readEntry(line), hash, line };
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
