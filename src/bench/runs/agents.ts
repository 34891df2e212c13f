import { readFile } from "node:fs/promises";
import type { Agent } from "../../agents/index.ts";
import { human, models, nop, programs, replay, type Seat, scripted } from "../../agents/index.ts";
import { messageOf, nearest } from "../../problem/index.ts";
import { type Plan, planOf } from "../../task/index.ts";
import type { HarborAgent } from "../harbor/index.ts";
import { type RunLock, RunProblem } from "../results/index.ts";
import { type OwnTask, type RunTask, taskNamed } from "./task.ts";

/** Agents that need nothing of the task. */
type Make = (rest: string, seat: Seat | undefined) => Agent | Promise<Agent>;

const anywhere: Readonly<Record<string, Make>> = {
  nop: () => nop,
  /** A script for sh: `script:FILE`. */
  script: async (path) => scripted(`script:${path}`, await textOf("script", path)),
  /** What another trial's trajectory.json says was done: `replay:FILE`. */
  replay: async (path) => {
    try {
      return replay(`replay:${path}`, JSON.parse(await textOf("replay", path)));
    } catch (error) {
      throw new RunProblem("UNKNOWN_AGENT", `replay:${path}: expected a trajectory: ${messageOf(error)}`);
    }
  },
  /** Any model behind our own loop: `model:ENDPOINT/MODEL[@PROMPT][+TOOLS]`. */
  model: async (spec) => (await models()).modelAgent(spec),
  /** Any program, with the instruction on its standard input: `command:PROGRAM ARGUMENTS…`. */
  command: async (words) => (await programs()).commandAgent(words),
  human: (_, seat) => {
    if (seat !== undefined) return human(seat);
    throw new RunProblem("UNKNOWN_AGENT", "human: nobody sits here to be asked");
  },
};

const shown = [
  ...["oracle", "nop", "human", "model:ENDPOINT/MODEL", "claude/MODEL", "codex/MODEL", "gemini/MODEL"],
  "opencode/ENDPOINT/MODEL",
  "command:PROGRAM",
  "script:FILE",
  "control:NAME",
  "replay:FILE",
];

/** Whether all of a run's agents do what is written down, and none has to think or to be waited for. */
export function agentsOf({ kind, trials }: RunLock): "thinking" | "scripted" | "controls" {
  if (kind === "controls") return kind;
  const scripts = ["oracle", "nop", "healthy", "control", "script", "replay"];
  return trials.every(({ agent, spec = agent }) => scripts.includes(divided(spec)[0])) ? "scripted" : "thinking";
}

/** The agent that a run names, for one of our tasks with one seed. */
export async function agentFor(spec: string, task: OwnTask["task"], seed: string, seat?: Seat): Promise<Agent> {
  const [word, rest] = divided(spec);
  if (word === "healthy") return { ...nop, name: "healthy" };
  if (word === "oracle") return scripted("oracle", planOf(task, seed).solution);
  if (word === "control") return controlOf(planOf(task, seed), rest);
  return await known(word, rest, spec, seat);
}

/** The same for a task of others, which knows no controls. */
export async function foreignAgentFor(spec: string, seat?: Seat): Promise<HarborAgent> {
  const [word, rest] = divided(spec);
  return word === "oracle" ? "oracle" : await known(word, rest, spec, seat);
}

/** Says what no trial could begin with, before the first begins. */
export async function refuseUnplannable(lock: RunLock, tasks: readonly RunTask[], seat?: Seat): Promise<void> {
  for (const { task, seed, agent: name, spec: agent = name } of lock.trials) {
    const named = taskNamed(tasks, task);
    if (!("task" in named)) await foreignAgentFor(agent, seat);
    // Not everything is planned for every agent, but all of it must be possible.
    else if (planOf(named.task, seed)) await agentFor(agent, named.task, seed, seat);
  }
}

async function known(word: string, rest: string, spec: string, seat: Seat | undefined): Promise<Agent> {
  // Models' names may have colons in them.
  if (/^(claude|codex|gemini|opencode)([/@+]|$)/.test(spec)) return await (await programs()).agentOf(spec);
  const make = Object.hasOwn(anywhere, word) ? anywhere[word] : undefined;
  if (make === undefined) throw unknown(`no agent "${spec}"`, spec, shown);
  return await make(rest, seat);
}

/** One of the task's own ways of working: `control:scale-to-zero`. */
function controlOf({ task, controls }: Plan, name: string): Agent {
  const control = controls.find((each) => each.name === name);
  if (control !== undefined) return scripted(`control:${name}`, control.script);
  const names = controls.map((each) => each.name);
  throw unknown(`${task.name}: no control "${name}"`, name, names);
}

function divided(spec: string): [word: string, rest: string] {
  const [, word = "", rest = ""] = /^([^:]*):?(.*)$/s.exec(spec) ?? [];
  return [word, rest];
}

async function textOf(what: string, path: string): Promise<string> {
  try {
    return await readFile(path, "utf8");
  } catch (error) {
    throw new RunProblem("UNKNOWN_AGENT", `${what}:${path}: cannot be read: ${messageOf(error)}`);
  }
}

function unknown(message: string, found: string, names: readonly string[]): RunProblem {
  const meant = nearest(found, names);
  const hint = meant === undefined ? `there are: ${names.join(", ")}` : `did you mean ${meant}?`;
  return new RunProblem("UNKNOWN_AGENT", message, { hint });
}
