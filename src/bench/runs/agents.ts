import { readFile } from "node:fs/promises";
import { messageOf, nearest } from "../../problem/index.ts";
import type { Plan } from "../../task/index.ts";
import { nop, replay, scripted } from "../agents/index.ts";
import type { Agent } from "../model.ts";
import { RunProblem } from "../results/index.ts";

/** Makes the agent that a run names, for one task with one seed. */
type Make = (plan: Plan, rest: string) => Agent | Promise<Agent>;

const known: Readonly<Record<string, Make>> = {
  nop: () => nop,
  /** A control that leaves alone what was not broken. */
  healthy: () => ({ ...nop, name: "healthy" }),
  oracle: ({ solution }) => scripted("oracle", solution),
  /** One of the task's own ways of working: `control:scale-to-zero`. */
  control: ({ task, controls }, name) => {
    const control = controls.find((each) => each.name === name);
    if (control !== undefined) return scripted(`control:${name}`, control.script);
    throw unknown(
      `${task.name}: no control "${name}"`,
      name,
      controls.map((each) => each.name),
    );
  },
  /** A script for sh: `script:FILE`. */
  script: async (_, path) => {
    try {
      return scripted(`script:${path}`, await readFile(path, "utf8"));
    } catch (error) {
      throw new RunProblem("UNKNOWN_AGENT", `script:${path}: cannot be read: ${messageOf(error)}`);
    }
  },
  /** What another trial's trajectory.json says was done: `replay:FILE`. */
  replay: async (_, path) => {
    try {
      return replay(`replay:${path}`, JSON.parse(await readFile(path, "utf8")));
    } catch (error) {
      throw new RunProblem("UNKNOWN_AGENT", `replay:${path}: cannot be read: ${messageOf(error)}`);
    }
  },
};

const shown = ["oracle", "nop", "script:FILE", "control:NAME", "replay:FILE"];

export async function agentFor(spec: string, plan: Plan): Promise<Agent> {
  const [, word = "", rest = ""] = /^([^:]*):?(.*)$/s.exec(spec) ?? [];
  const make = Object.hasOwn(known, word) ? known[word] : undefined;
  if (make === undefined) throw unknown(`no agent "${spec}"`, spec, shown);
  return await make(plan, rest);
}

function unknown(message: string, found: string, names: readonly string[]): RunProblem {
  const meant = nearest(found, names);
  const hint = meant === undefined ? `there are: ${names.join(", ")}` : `did you mean ${meant}?`;
  return new RunProblem("UNKNOWN_AGENT", message, { hint });
}
