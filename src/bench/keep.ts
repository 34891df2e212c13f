import { cp, mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Acted, Agent, Prepared } from "../agents/index.ts";
import { trajectoryOf } from "../agents/index.ts";
import { readAudit } from "../audit/index.ts";
import { messageOf } from "../problem/index.ts";
import type { Observations } from "./observe.ts";
import { BenchProblem } from "./problem.ts";

export interface Kept {
  readonly agent: Agent;
  /** What was made for the agent, with files of its own to keep. */
  readonly prepared: Prepared | undefined;
  readonly instruction: string;
  readonly acted: Acted;
  /** When the agent began, in milliseconds of the clock. */
  readonly began: number;
  readonly seen: Observations;
  readonly auditLog: string | undefined;
  /** Where the recorder's log is. */
  readonly evidence: string | undefined;
}

/** Puts everything that somebody may want to look at, or to judge by again, into a directory. */
export async function keep(directory: string, kept: Kept): Promise<void> {
  const { agent, prepared, instruction, acted, began, seen, auditLog, evidence } = kept;
  const trajectory = trajectoryOf(agent, { instruction, at: new Date(began) }, acted.deeds ?? []);
  try {
    await mkdir(directory, { recursive: true });
    await Promise.all([
      writeFile(join(directory, "observations.json"), JSON.stringify(seen)),
      writeFile(join(directory, "trajectory.json"), `${JSON.stringify(trajectory, undefined, 2)}\n`),
      writeFile(join(directory, "output.txt"), acted.output),
      writeFile(join(directory, "audit.jsonl"), await sliceOf(auditLog, seen)),
      evidence === undefined ? undefined : cp(evidence, join(directory, "evidence"), { recursive: true }),
      prepared?.keep?.(directory),
    ]);
  } catch (cause) {
    const hint = "is the disk full, or not for us to write to? other trials go on";
    throw new BenchProblem("NOT_KEPT", `${directory}: cannot keep what was seen: ${messageOf(cause)}`, { cause, hint });
  }
}

/** What the agent asked and did, by its own hand or by others'. */
async function sliceOf(auditLog: string | undefined, { user, writes }: Observations): Promise<string> {
  if (auditLog === undefined) return "";
  const ids = new Set(writes.map(({ id }) => id));
  const lines: string[] = [];
  for await (const event of readAudit(auditLog)) {
    if (event.user.username === user || ids.has(event.auditID)) lines.push(`${JSON.stringify(event)}\n`);
  }
  return lines.join("");
}
