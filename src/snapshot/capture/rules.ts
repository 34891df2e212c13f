import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { parse } from "yaml";
import { z } from "zod";
import { messageOf } from "../../problem/index.ts";
import { SnapshotProblem } from "../problem.ts";
import { type SignalName, signalNames } from "./signals.ts";

/** The rules that come with the package; its root is three folders up in the sources and in the built tree alike. */
export const usualRules = fileURLToPath(new URL("../../../datasets/incident-snapshots/alerts.yaml", import.meta.url));

export interface Rule {
  readonly alert: string;
  readonly severity: "critical" | "warning";
  readonly signal: SignalName;
  readonly above: number;
  /** Fewer requests than this in the window tell nothing. */
  readonly least: number;
  /** Seconds that a signal looks back. */
  readonly window: number;
  /** Seconds that it must last. */
  readonly for: number;
  readonly about: string;
}

const schema = z.strictObject({
  rules: z.array(
    z.strictObject({
      alert: z.string().regex(/^[A-Z][A-Za-z]+$/),
      severity: z.enum(["critical", "warning"]),
      signal: z.enum(signalNames as [SignalName, ...SignalName[]]),
      above: z.number(),
      least: z.number().int().min(0).default(0),
      window: z.number().min(0),
      for: z.number().min(0),
      about: z.string().min(1),
    }),
  ),
});

export async function readRules(file: string): Promise<readonly Rule[]> {
  let value: unknown;
  try {
    value = parse(await readFile(file, "utf8"));
  } catch (cause) {
    throw new SnapshotProblem("BAD_RULES", `${file}: cannot be read: ${messageOf(cause)}`, { cause });
  }
  const read = schema.safeParse(value);
  if (read.success) return read.data.rules;
  throw new SnapshotProblem("BAD_RULES", `${file}: ${z.prettifyError(read.error)}`);
}
