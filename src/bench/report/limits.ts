import { count } from "./format.ts";
import { type Html, html } from "./html.ts";

/**
 * How much of one trial the page shows. An agent may have written without end; the files of the run keep what is not
 * shown.
 */
export const limits = {
  /** Characters. */
  value: 400,
  sentence: 600,
  commandLine: 2_000,
  commandOutput: 4_000,
  output: 12_000,
  /** How many of each. */
  reasons: 20,
  findings: 200,
  commands: 150,
  writes: 150,
  entries: 150,
  objects: 60,
  fields: 40,
  /** Characters of the markup of all trials together: more is left in the files. */
  trials: 48_000_000,
} as const;

/** The first of many, and a word on the rest. */
export function first<T>(
  items: readonly T[],
  most: number,
  draw: (item: T, at: number) => Html,
): { readonly shown: readonly Html[]; readonly note: Html | undefined } {
  const left = items.length - most;
  return {
    shown: items.slice(0, most).map(draw),
    note:
      left > 0
        ? html`<p class="left-out">${count(left, "more is", "more are")} in the files of the run.</p>`
        : undefined,
  };
}
