import { z } from "zod";
import { shownDeep } from "./show.ts";
import type { ToolAnswer } from "./tool.ts";

/** Answers stay small: a model reads all of them. */
const largest = 12_000;

export const paging = {
  offset: z.number().int().min(0).max(10_000_000).optional().describe("where to go on: `next` of the page before"),
  limit: z.number().int().min(1).max(200).optional().describe("rows at most; 20 unless told"),
};

export interface Asked {
  readonly offset?: number | undefined;
  readonly limit?: number | undefined;
}

export const limitOf = ({ limit = 20 }: Asked) => limit;
export const offsetOf = ({ offset = 0 }: Asked) => offset;

/** `LIMIT … OFFSET …`, from numbers that the schema has checked. */
export const slice = (asked: Asked) => `LIMIT ${limitOf(asked)} OFFSET ${offsetOf(asked)}`;

/** Rows that were found from `offset` on, as many as fit into an answer; nothing that is null. */
export function page(
  what: string,
  total: number,
  rows: readonly Readonly<Record<string, unknown>>[],
  asked: Asked,
  cell?: number,
): ToolAnswer {
  const offset = offsetOf(asked);
  const kept: Record<string, unknown>[] = [];
  let size = 0;
  for (const row of rows) {
    const present = Object.fromEntries(
      Object.entries(row).filter(([, value]) => value !== null && value !== undefined),
    );
    const safe = shownDeep(present, cell) as Record<string, unknown>;
    size += JSON.stringify(safe).length;
    // The first is always there, or one large row would end the paging for good.
    if (size > largest && kept.length > 0) break;
    kept.push(safe);
  }
  const end = offset + kept.length;
  const range = kept.length === 0 ? "none" : `${offset + 1} to ${end}`;
  return {
    summary: `${what}: ${range} of ${total}${end < total && kept.length > 0 ? `; go on with offset ${end}` : ""}`,
    rows: kept,
    total,
    ...(end < total && kept.length > 0 ? { next: end } : {}),
  };
}
