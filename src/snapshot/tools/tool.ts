import type { z } from "zod";
import type { Store } from "../store/store.ts";

/** What a tool found: rows that say where they came from, and how many more there are. */
export interface ToolAnswer {
  /** One line for people and models: what this is. */
  readonly summary: string;
  readonly rows: readonly Readonly<Record<string, unknown>>[];
  readonly total: number;
  /** Where the next page begins; absent on the last. */
  readonly next?: number;
}

/** A question about a snapshot. */
export interface Tool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly input: z.ZodObject;
  run(store: Store, given: unknown): Promise<ToolAnswer>;
}

/** Gives `answer` the type of its input; what does not fit the input is refused with the reason. */
export function tool<I extends z.ZodObject>(definition: {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly input: I;
  answer(store: Store, input: z.infer<I>): Promise<ToolAnswer>;
}): Tool {
  const { answer, ...rest } = definition;
  // A misspelt option that is passed over would be answered as if it had not been given.
  const input = rest.input.strict() as unknown as I;
  return { ...rest, input, run: (store, given) => answer(store, input.parse(given)) };
}
