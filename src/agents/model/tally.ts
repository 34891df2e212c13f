import type { Usage } from "../contract.ts";
import type { Budget } from "../sources/index.ts";
import { allOf, type Tokens } from "./usage.ts";

/** Counts what a trial uses. A number that one request did not tell is not known of the whole either. */
export class Tally {
  #turns = 0;
  #toolCalls = 0;
  #commands = 0;
  #providerSeconds = 0;
  #tokens = 0;
  readonly #sums = new Map<string, number | undefined>();

  request(tokens: Tokens, costUsd: number | undefined): void {
    const said = { ...tokens, costUsd };
    const fields = ["inputTokens", "cacheReadTokens", "cacheWriteTokens", "outputTokens", "reasoningTokens", "costUsd"];
    for (const field of fields) {
      const value = said[field as keyof typeof said];
      const before = this.#turns === 0 ? 0 : this.#sums.get(field);
      this.#sums.set(field, value === undefined || before === undefined ? undefined : before + value);
    }
    this.#turns += 1;
    this.#tokens += allOf(tokens);
  }

  /** Also of requests that came to nothing. */
  waited(seconds: number): void {
    this.#providerSeconds += seconds;
  }

  call(isCommand: boolean): void {
    this.#toolCalls += 1;
    if (isCommand) this.#commands += 1;
  }

  /** Which part of the budget is used up. */
  over({ turns, tokens, costUsd }: Budget): string | undefined {
    if (this.#turns >= turns) return `${turns} turns`;
    if (tokens !== undefined && this.#tokens >= tokens) return `${tokens} tokens`;
    const cost = this.#sums.get("costUsd");
    return costUsd !== undefined && cost !== undefined && cost >= costUsd ? `${costUsd} US dollars` : undefined;
  }

  usage(): Partial<Omit<Usage, "seconds">> {
    // Fractions of a cent are summed, and a sum of fractions has a tail that means nothing.
    const known = [...this.#sums].flatMap(([field, value]) =>
      value === undefined ? [] : [[field, Math.round(value * 1e9) / 1e9]],
    );
    return {
      ...{ commands: this.#commands, turns: this.#turns, toolCalls: this.#toolCalls },
      ...Object.fromEntries(known),
      providerSeconds: Math.round(this.#providerSeconds * 1_000) / 1_000,
    };
  }
}
