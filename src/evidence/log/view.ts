import type { View, Written } from "./contract.ts";
import type { EntryIndex } from "./entry-index.ts";
import { Shelf } from "./recent.ts";
import { isA } from "./written.ts";

/** What has been written so far: on disk, and by those before in the same batch. */
export class BatchView implements View {
  /** Of this batch, not on disk yet. */
  readonly #pending = new Shelf();
  readonly #recent: () => Shelf;
  readonly #index: EntryIndex;

  constructor(recent: () => Shelf, index: EntryIndex) {
    this.#recent = recent;
    this.#index = index;
  }

  add(written: Written): void {
    this.#pending.add(written);
  }

  find(id: string): Written | undefined {
    return this.#inMemory(id) ?? this.#caughtUp().find(id);
  }

  reportOf(prescription: string): Written<"report"> | undefined {
    const report = this.#recent().reportOf(prescription) ?? this.#pending.reportOf(prescription);
    if (report || this.#inMemory(prescription)) return report;
    return this.#caughtUp().reportOf(prescription);
  }

  open(): Written<"prescription">[] {
    return [...this.#caughtUp().open(), ...this.#pending.all()]
      .filter((written) => isA(written, "prescription"))
      .filter(({ entry }) => !this.#pending.reportOf(entry.id));
  }

  #inMemory(id: string): Written | undefined {
    return this.#recent().find(id) ?? this.#pending.find(id);
  }

  #caughtUp(): EntryIndex {
    this.#index.catchUpNow();
    return this.#index;
  }
}
