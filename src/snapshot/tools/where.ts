import { z } from "zod";
import { SnapshotProblem } from "../problem.ts";
import { readTime } from "../read/time.ts";

type Value = string | number | boolean;

/** Conditions of a query with their values apart: what is asked for never becomes part of the SQL. */
export class Where {
  readonly values: Value[] = [];
  readonly #conditions: string[] = [];

  /** Adds a condition if there is something to compare with. */
  add(condition: string, ...values: readonly (Value | undefined)[]): this {
    if (values.some((value) => value === undefined)) return this;
    this.#conditions.push(`(${condition})`);
    this.values.push(...(values as Value[]));
    return this;
  }

  between({ since, until }: Span, column = "time"): this {
    return this.add(`${column} >= ?::TIMESTAMP`, momentOf(since, "since")).add(
      `${column} <= ?::TIMESTAMP`,
      momentOf(until, "until"),
    );
  }

  toString(): string {
    return this.#conditions.length === 0 ? "" : `WHERE ${this.#conditions.join(" AND ")}`;
  }
}

interface Span {
  readonly since?: string | undefined;
  readonly until?: string | undefined;
}

export const spanning = {
  since: z.string().max(64).optional().describe("not before this time, such as 2025-12-15T17:30:00Z"),
  until: z.string().max(64).optional().describe("not after this time"),
};

export const pivoting = {
  pivot: z.string().max(64).optional().describe("compare before and after this time; the first alert unless told"),
};

export function momentOf(text: string | undefined, what: string): string | undefined {
  if (text === undefined) return undefined;
  const time = readTime(text);
  if (time === undefined) {
    throw new SnapshotProblem("BAD_QUERY", `${what}: expected a time such as 2025-12-15T17:30:00Z, found "${text}"`);
  }
  return new Date(time / 1000).toISOString().replace("T", " ").replace("Z", "");
}

/** Where a row of table `t` came from. */
export const cite = (file = "t.file", row = "t.row") => `(SELECT path FROM files WHERE id = ${file}) || '#' || ${row}`;

export const text = (description: string) => z.string().min(1).max(500).optional().describe(description);
