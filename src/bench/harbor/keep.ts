import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type AgentInfo, type Deed, trajectoryOf } from "../../agents/index.ts";
import { messageOf } from "../../problem/index.ts";
import { BenchProblem } from "../problem.ts";

/** A step as it was done. */
interface Done {
  readonly step: { readonly instruction: string };
  readonly began: number;
  readonly acted: { readonly output: string; readonly deeds?: readonly Deed[] };
  readonly said: string;
}

/** Puts what was done and said into a directory, under the names that a trial of ours has. */
export async function keepSteps(
  directory: string,
  agent: AgentInfo & { readonly name: string },
  done: readonly Done[],
): Promise<void> {
  const [first, ...later] = done;
  if (first === undefined) return;
  const asked = { instruction: first.step.instruction, at: new Date(first.began) };
  const deeds = [
    ...(first.acted.deeds ?? []),
    ...later.flatMap(({ step, began, acted }): Deed[] => [
      { timestamp: new Date(began).toISOString(), source: "user", message: step.instruction },
      ...(acted.deeds ?? []),
    ]),
  ];
  const trajectory = trajectoryOf(agent, asked, deeds);
  try {
    await mkdir(directory, { recursive: true });
    await writeFile(join(directory, "trajectory.json"), `${JSON.stringify(trajectory, undefined, 2)}\n`);
    await writeFile(join(directory, "output.txt"), done.map(({ acted }) => acted.output).join("\n"));
    await writeFile(join(directory, "tests.txt"), done.map(({ said }) => said).join("\n"));
  } catch (cause) {
    throw new BenchProblem("NOT_KEPT", `${directory}: cannot keep what was done: ${messageOf(cause)}`, { cause });
  }
}
