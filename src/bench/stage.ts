import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Cluster } from "../cluster/index.ts";
import { readAnswer } from "./answer.ts";
import type { Acted, Agent, Answer } from "./model.ts";

export interface Performance {
  readonly acted: Acted;
  readonly answer: Answer | undefined;
}

/** Lets an agent act, in a folder of its own with nothing but its kubeconfig. */
export async function perform(
  cluster: Cluster,
  agent: Agent,
  instruction: string,
  kubeconfig: string,
  signal: AbortSignal,
): Promise<Performance> {
  const folder = await mkdtemp(join(tmpdir(), "airworthy-trial-"));
  const workspace = join(folder, "workspace");
  const config = join(folder, "kubeconfig");
  try {
    await mkdir(workspace);
    await writeFile(config, kubeconfig, { mode: 0o600 });
    const command = (program: string, args: readonly string[]) => {
      const wrapped = cluster.command(program, args, config);
      return { ...wrapped, env: { ...wrapped.env, AIRWORTHY_WORKSPACE: workspace } };
    };
    const acted = await agent.act({ instruction, kubeconfig: config, command }, signal);
    return { acted, answer: await readAnswer(join(workspace, "answer.json")) };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
