import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { nearest } from "../../problem/index.ts";
import { skills } from "../../recorder/index.ts";
import { AgentProblem } from "../problem.ts";

/** What a model is told before its task. */
export interface Prompt {
  readonly name: string;
  /** Of the words themselves: whoever changes one has another version. */
  readonly version: string;
  readonly text: string;
}

/** Each is a file beside this one. */
export const promptNames = ["bare", "careful", "recorder"] as const;

export async function promptNamed(name: string): Promise<Prompt> {
  if (!promptNames.some((each) => each === name)) {
    const meant = nearest(name, promptNames);
    const hint = meant === undefined ? `there are: ${promptNames.join(", ")}` : `did you mean ${meant}?`;
    throw new AgentProblem("UNKNOWN_AGENT", `no prompt "${name}"`, { hint });
  }
  const file = readFileSync(new URL(`./${name}.md`, import.meta.url), "utf8");
  const text = file.replace("{{skill}}", (await skills()).skill.replace(/^---\n.*?\n---\n/s, "").trim());
  return { name, version: createHash("sha256").update(text).digest("hex").slice(0, 12), text };
}
