import { dirname } from "node:path";
import type { Executed } from "../../sandbox/index.ts";
import type { Acted, Agent, Prepared, Stage } from "../contract.ts";
import { AgentProblem } from "../problem.ts";
import type { Prompt } from "../prompts/index.ts";
import { isHopeless, type ModelEndpoint, troubleIn } from "../proxy/index.ts";
import type { Budget, Server, Source } from "../sources/index.ts";
import { spentOf, usageOf, withMetrics } from "./account.ts";
import { installAgent, versionOf } from "./install.ts";
import { eventLines } from "./lines.ts";
import { familyOf, type Heard, type Manner, home as ownHome, type Settled, serverName } from "./manner.ts";
import { openingOf, toolsFor, whyNotStarted } from "./tools.ts";
import { openWayOut, type WayOut } from "./way-out.ts";

export interface Chosen {
  /** As it was asked for. */
  readonly name: string;
  readonly source: Source;
  readonly key: string | undefined;
  readonly model: string | undefined;
  readonly budget: Budget;
  /** In place of the shell. */
  readonly server: Server | undefined;
  /** Beside what the program tells its model. */
  readonly prompt: Prompt | undefined;
}

const folder = "/opt/agent";
/** Half of it at the least; the events of a long work are more than what other commands say. */
const mostOutput = 32 * 1024 * 1024;

/** A command-line agent that works in a sandbox on its own. One at a time: what it prepares is for what it does next. */
export function headless(manner: Manner, chosen: Chosen): Agent {
  const { name, source, key, model, budget, server, prompt } = chosen;
  const endpoint: ModelEndpoint = {
    ...{ family: familyOf(source.provider), url: source.url },
    ...(key === undefined ? {} : { key }),
  };
  let wayOut: WayOut | undefined;
  const info = {
    ...{ version: versionOf(manner.program), ...(model === undefined ? {} : { model }) },
    ...(prompt === undefined ? {} : { prompt: { name: prompt.name, version: prompt.version } }),
  };
  return {
    ...{ name, ...info },
    async prepare(): Promise<Prepared> {
      const installed = await installAgent(manner.program);
      if ("missing" in installed) throw new AgentProblem("NOT_PREPARED", `${manner.program}: ${installed.missing}`);
      wayOut = await openWayOut([endpoint]);
      const mounts = [
        { source: dirname(dirname(installed.program)), target: `${folder}/node_modules` },
        { source: process.execPath, target: "/usr/local/bin/node" },
        ...(server?.mounts ?? []).map((path) => ({ source: path, target: path })),
      ];
      return { ...wayOut, equipment: { ...wayOut.equipment, mounts, writable: [ownHome] } };
    },
    async act(stage, signal) {
      if (wayOut === undefined) throw new AgentProblem("NOT_PREPARED", `${name}: expected to be prepared first`);
      const { home, instruction } = stage;
      const { addressOf, record } = wayOut;
      const began = new Date();
      const unstarted = server && (await whyNotStarted(home, server, signal));
      if (unstarted !== undefined) return { how: "void", reason: unstarted, output: unstarted };
      const { files, ...tools } = toolsFor(stage, chosen, info);
      const known = tools.onlyServers && manner.inquiry ? await inquire(home, manner.inquiry, signal) : undefined;
      const settled = manner.settle({
        ...{ url: addressOf(endpoint), provider: source.provider },
        ...(model === undefined ? {} : { model }),
        ...(known === undefined ? {} : { known }),
        ...{ ...tools, hooked: stage.recorder === "hooks" },
      });
      await home.write([...settled.files, ...files], signal);
      await teach(manner, stage, tools.onlyServers, signal);
      // Programs ask again and again, for minutes, where no answer will come.
      const enough = new AbortController();
      let spent: string | undefined;
      wayOut.guard(() => {
        spent = spentOf(record(), source, budget);
        if (spent === undefined && !isHopeless(record())) return undefined;
        enough.abort();
        return spent === undefined ? "the key was refused" : `the budget is used up: ${spent}`;
      });
      const reader = manner.reader();
      const lines = eventLines((event, at) => reader.take(event, at));
      const ending = AbortSignal.any([signal, enough.signal]);
      const seconds = Math.min(stage.limit, budget.seconds ?? stage.limit);
      let ended: Executed | undefined;
      try {
        ended = await home.exec(inFolder(settled.words), {
          ...{ stdin: instruction, env: { HOME: ownHome, ...settled.env }, signal: ending, timeoutSeconds: seconds },
          ...{ maxOutput: mostOutput, onOutput: (chunk, from) => lines.take(chunk, from) },
        });
      } catch (thrown) {
        if (!ending.aborted) throw thrown;
      }
      lines.end();
      const whole = acted({
        ended,
        spent,
        heard: reader.end(),
        noise: lines.noise(),
        record: record(),
        source,
        model,
        server,
      });
      return { ...whole, deeds: [...openingOf(chosen, began), ...(whole.deeds ?? [])] };
    },
  };
}

const inFolder = ([program, ...rest]: Settled["words"]) => [`${folder}/node_modules/.bin/${program}`, ...rest];

async function inquire(home: Stage["home"], words: readonly string[], signal: AbortSignal): Promise<string> {
  const how = { env: { HOME: ownHome }, signal, timeoutSeconds: 60, maxOutput: mostOutput };
  const { code, stdout, stderr } = await home.exec(inFolder(words), how);
  if (code !== 0) throw new AgentProblem("NOT_PREPARED", `${words.join(" ")}: ${stderr.trim()}`);
  return stdout;
}

/**
 * What it gets of a recorder beyond a server of tools: the skill, or hooks, as its user would install them. Who cannot
 * read files has no use for a skill.
 */
async function teach({ program }: Manner, stage: Stage, onlyServers: boolean, signal: AbortSignal): Promise<void> {
  const { home, recorder = "shim" } = stage;
  const skill = onlyServers ? [] : ["skill", "install", "--agent", program];
  const words = { offered: skill, hooks: ["hook", "install", program], shim: [] }[recorder];
  if (words.length === 0) return;
  const { code, stderr } = await home.exec(["airworthy", ...words], {
    env: { HOME: ownHome },
    signal,
    timeoutSeconds: 60,
  });
  if (code !== 0) throw new AgentProblem("NOT_PREPARED", `airworthy ${words.join(" ")}: ${stderr.trim()}`);
}

interface Ended {
  /** Nothing if it was stopped. */
  readonly ended: Executed | undefined;
  /** Of the budget. */
  readonly spent: string | undefined;
  readonly heard: Heard;
  /** What it said beside its events. */
  readonly noise: string;
  readonly record: ReturnType<WayOut["record"]>;
  readonly source: Source;
  readonly model: string | undefined;
  readonly server: Server | undefined;
}

function acted({ ended, spent, heard, noise, record, source, model, server }: Ended): Acted {
  const finished = heard.finished && ended?.code === 0;
  const trouble = finished ? undefined : troubleIn(record, model);
  const stopped = ended === undefined || ended.why === "timeout";
  const isVoid = trouble !== undefined && !trouble.isOwn;
  const how = isVoid ? "void" : finished ? "done" : stopped ? "stopped" : "failed";
  const because = spent === undefined ? ended?.why : `${spent} used up`;
  const why = because === undefined ? "" : `ended: ${because}`;
  const rest = finished ? [] : [heard.complaint, noise.trim(), trouble?.isOwn ? trouble.reason : "", why];
  return {
    ...{ how, ...(isVoid ? { reason: trouble.reason } : {}) },
    output: [heard.said, ...rest].filter((text) => text).join("\n"),
    deeds: withMetrics(heard.deeds, record),
    usage: usageOf(record, heard.deeds, source, server && serverName(server.name)),
  };
}
