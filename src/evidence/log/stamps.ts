import { hash } from "node:crypto";
import { type BigIntStats, statSync } from "node:fs";
import { type Layout, listSegments, segmentPath } from "./layout.ts";

/** The files of a log by size, inode and time of the last change, which the system keeps and nobody can set. */
export class Stamps {
  readonly #layout: Layout;
  #sealed: { readonly before: number; readonly stamp: string } | undefined;

  constructor(layout: Layout) {
    this.#layout = layout;
  }

  /** Of all segments up to the one that is written to. `found` is what is known of that; otherwise it is looked at. */
  upTo(segment: number, found = lookAt(segmentPath(this.#layout, segment))): string {
    return `${this.sealedBefore(segment)} ${stampOf([found])}`;
  }

  /** Finished segments are looked at once and when there is one more. */
  sealedBefore(segment: number): string {
    if (this.#sealed?.before === segment) return this.#sealed.stamp;
    const finished = listSegments(this.#layout).filter((first) => first < segment);
    const stamp = stampOf(finished.map((first) => lookAt(segmentPath(this.#layout, first))));
    this.#sealed = { before: segment, stamp };
    return stamp;
  }

  /** Whether finished segments are still what they are in this stamp. */
  isSealed(segment: number, stamp: string | undefined): boolean {
    this.#sealed = undefined;
    return this.sealedBefore(segment) === stamp?.split(" ")[0];
  }
}

function stampOf(files: readonly (BigIntStats | undefined)[]): string {
  const stamps = files.map((found) => (found ? `${found.size}:${found.ctimeNs}:${found.ino}` : "none"));
  // A long log has many segments, and a note is one page.
  return stamps.length > 1 ? hash("sha256", stamps.join(" "), "hex") : stamps.join("");
}

function lookAt(path: string): BigIntStats | undefined {
  return statSync(path, { bigint: true, throwIfNoEntry: false });
}
