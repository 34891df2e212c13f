import { type FSWatcher, watch } from "node:fs";
import { setImmediate as turn } from "node:timers/promises";
import type { Range, Written } from "./contract.ts";
import type { Layout } from "./layout.ts";
import { LineReader, positionOf } from "./lines.ts";
import { writtenFrom } from "./written.ts";

/** After so many lines others have their turn in this process. */
const portion = 256;

export async function* readEntries(
  layout: Layout,
  { from = 0, to = Number.POSITIVE_INFINITY, follow }: Range,
): AsyncGenerator<Written> {
  using changes = follow && new Changes(layout.segments, follow);
  using reader = new LineReader(layout, positionOf(layout, from));
  while (reader.position.sequence < to && !follow?.aborted) {
    const seen = changes?.count ?? 0;
    const line = reader.next();
    if (line !== undefined) {
      if (line.sequence >= from) yield writtenFrom(layout, line);
      if (line.sequence % portion === 0) await turn();
    } else {
      if (changes === undefined) return;
      await changes.since(seen);
    }
  }
}

/** Where the system does not tell of changes, such as on some network drives, we look by ourselves. */
const pollMilliseconds = 500;

/** Counts changes in a directory, or what may be one. */
class Changes implements Disposable {
  readonly #watcher: FSWatcher | undefined;
  readonly #timer: NodeJS.Timeout;
  readonly #signal: AbortSignal;
  #waiting: (() => void) | undefined;
  count = 0;

  constructor(directory: string, signal: AbortSignal) {
    this.#signal = signal;
    this.#timer = setInterval(this.#changed, pollMilliseconds);
    signal.addEventListener("abort", this.#changed);
    try {
      this.#watcher = watch(directory, this.#changed).on("error", this.#changed);
    } catch {
      // Too many watches, most likely.
    }
  }

  async since(count: number): Promise<void> {
    if (this.count > count || this.#signal.aborted) return;
    await new Promise<void>((resolve) => {
      this.#waiting = resolve;
    });
  }

  [Symbol.dispose](): void {
    this.#watcher?.close();
    clearInterval(this.#timer);
    this.#signal.removeEventListener("abort", this.#changed);
  }

  readonly #changed = (): void => {
    this.count += 1;
    this.#waiting?.();
  };
}
