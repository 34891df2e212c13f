import { readFileSync } from "node:fs";
import type { Usage } from "../contract.ts";
import type { Price } from "../sources/index.ts";

interface Listed extends Price {
  readonly context?: number;
}

interface Table {
  /** When it was looked up. Prices change; what was computed is never computed anew. */
  readonly date: string;
  readonly models: Readonly<Record<string, Listed>>;
}

let table: Table | undefined;
const read = (): Table => {
  table ??= JSON.parse(readFileSync(new URL("./prices.json", import.meta.url), "utf8")) as Table;
  return table;
};

export const pricesDate = () => read().date;

/** What is listed for a model, by `PROVIDER/MODEL`; a snapshot with its date at the end costs what the model costs. */
export function listed(model: string): Listed | undefined {
  const { models } = read();
  const plain = model.replace(/-(\d{8}|\d{4}-\d{2}-\d{2})$/, "");
  return [model, plain].flatMap((name) => (Object.hasOwn(models, name) ? [models[name]] : []))[0];
}

type Tokens = Pick<Usage, "inputTokens" | "cacheReadTokens" | "cacheWriteTokens" | "outputTokens">;

/** Of one request, in US dollars. Undefined wherever a number that it takes is not known: half a cost is none. */
export function costOf(price: Price | undefined, tokens: Tokens): number | undefined {
  const { inputTokens, cacheReadTokens = 0, cacheWriteTokens = 0, outputTokens } = tokens;
  if (price === undefined || inputTokens === undefined || outputTokens === undefined) return undefined;
  const whole = inputTokens + cacheReadTokens + cacheWriteTokens;
  const { above, upTo } = price;
  if (upTo !== undefined && whole > upTo) return undefined;
  const rates = above !== undefined && whole > above.tokens ? above : price;
  if (cacheReadTokens > 0 && rates.cacheRead === undefined) return undefined;
  if (cacheWriteTokens > 0 && rates.cacheWrite === undefined) return undefined;
  return (
    (inputTokens * rates.input +
      cacheReadTokens * (rates.cacheRead ?? 0) +
      cacheWriteTokens * (rates.cacheWrite ?? 0) +
      outputTokens * rates.output) /
    1_000_000
  );
}
