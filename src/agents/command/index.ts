import { stat } from "node:fs/promises";
import { basename, resolve } from "node:path";
import type { Mount } from "../../sandbox/index.ts";
import type { Acted, Agent } from "../contract.ts";
import { AgentProblem } from "../problem.ts";
import { usageOf } from "../programs/account.ts";
import { familyOf, home, noKey } from "../programs/manner.ts";
import { openWayOut, type WayOut } from "../programs/way-out.ts";
import { type Family, type ModelEndpoint, troubleIn } from "../proxy/index.ts";
import { keyOf, loadSettings, type Source } from "../sources/index.ts";
import { deedOf } from "../trajectory.ts";

const folder = "/opt/agent";
/** Where the instruction lies, beside standard input. */
const instructionFile = `${home}/instruction.md`;

/**
 * Any program: `PROGRAM ARGUMENTS…`, words for sh. One with a slash in its name is the host's: a file is shown in the
 * sandbox, of a directory its `run` is started. Others are the sandbox's own.
 */
export async function commandAgent(words: string, env: NodeJS.ProcessEnv = process.env): Promise<Agent> {
  const [, first = "", rest = ""] = /^\s*('[^']*'|"[^"]*"|\S+)([\s\S]*)$/.exec(words) ?? [];
  const program = first.replace(/^(['"])(.*)\1$/s, "$2");
  const name = `command:${words}`;
  if (program === "") throw new AgentProblem("UNKNOWN_AGENT", `${name}: expected command:PROGRAM ARGUMENTS…`);
  const shown = program.includes("/") ? await shownAs(program, name) : undefined;
  const line = `exec ${shown?.start ?? first}${rest}`;
  const reached = await reachable(env);
  let wayOut: WayOut | undefined;
  return {
    name,
    async prepare() {
      wayOut = await openWayOut(reached);
      const node = { source: process.execPath, target: "/usr/local/bin/node" };
      const mounts = [node, ...(shown ? [shown.mount] : [])];
      return { ...wayOut, equipment: { ...wayOut.equipment, mounts, writable: [home] } };
    },
    async act({ home: at, instruction, limit }, signal): Promise<Acted> {
      if (wayOut === undefined) throw new AgentProblem("NOT_PREPARED", `${name}: expected to be prepared first`);
      await at.write([{ path: instructionFile, content: instruction }], signal);
      const began = new Date();
      const heard: Uint8Array[] = [];
      const stopped = { code: 137, seconds: limit, why: "timeout" } as const;
      const { code, seconds, why } = await at
        .exec(["sh", "-c", line], {
          ...{ stdin: instruction, signal, timeoutSeconds: limit, onOutput: (chunk) => heard.push(chunk) },
          env: { AIRWORTHY_INSTRUCTION: instructionFile, ...addresses(reached, wayOut) },
        })
        .catch((thrown: unknown) => {
          if (!signal.aborted) throw thrown;
          return stopped;
        });
      const output = textOf(heard);
      const given = { where: "shell", command: line, began, seconds, code, output, ...(why ? { why } : {}) } as const;
      const deeds = [deedOf(given, "call-1")];
      const record = wayOut.record();
      // Which model it asks for is its own choice: one that is refused is no excuse.
      const trouble = code === 0 ? undefined : troubleIn(record, "");
      const isVoid = trouble !== undefined && !trouble.isOwn;
      const how = isVoid ? "void" : why === "timeout" ? "stopped" : code === 0 ? "done" : "failed";
      const asked = record.some(({ kind }) => kind === "request");
      return {
        ...{ how, ...(isVoid ? { reason: trouble.reason } : {}), deeds },
        output: [output, ...(trouble?.isOwn ? [trouble.reason] : []), ...(why ? [`ended: ${why}\n`] : [])].join("\n"),
        usage: asked ? { ...usageOf(record, deeds), commands: 1, toolCalls: 1 } : { commands: 1 },
      };
    },
  };
}

const mostOutput = 1024 * 1024;

/** The beginning and the end of what was said. */
function textOf(chunks: readonly Uint8Array[]): string {
  const all = Buffer.concat(chunks);
  if (all.length <= mostOutput) return all.toString();
  const half = mostOutput / 2;
  return `${all.subarray(0, half)}\n[${all.length - mostOutput} bytes left out]\n${all.subarray(-half)}`;
}

async function shownAs(program: string, name: string): Promise<{ readonly mount: Mount; readonly start: string }> {
  const source = resolve(program);
  const found = await stat(source).catch(() => undefined);
  if (found === undefined) throw new AgentProblem("NO_SUCH_FILE", `${name}: ${source}: expected a program, found none`);
  if (found.isDirectory()) return { mount: { source, target: folder }, start: `${folder}/run` };
  const target = `${folder}/${basename(source).replaceAll(/[^\w.-]/g, "-")}`;
  return { mount: { source, target }, start: target };
}

/** Every model that there is a key for: which of them a program of somebody's asks is not known beforehand. */
async function reachable(env: NodeJS.ProcessEnv): Promise<ModelEndpoint[]> {
  const { sources } = await loadSettings(env);
  const keyed = sources.flatMap((source): ModelEndpoint[] => {
    const key = keyIn(source, env);
    if (source.keyVariables.length > 0 && key === undefined) return [];
    return [{ family: familyOf(source.provider), url: source.url, ...(key === undefined ? {} : { key }) }];
  });
  const families = [...new Set(keyed.map(({ family }) => family))];
  return families.flatMap((family) => keyed.find((each) => each.family === family) ?? []);
}

function keyIn(source: Source, env: NodeJS.ProcessEnv): string | undefined {
  try {
    return keyOf(source, env);
  } catch {
    return undefined; // One that there is no key for is not among those that can be asked.
  }
}

/** In the words that the providers' own programs and libraries look for. */
const variables: Readonly<Record<Family, (url: string) => Readonly<Record<string, string>>>> = {
  anthropic: (url) => ({ ANTHROPIC_BASE_URL: url, ANTHROPIC_API_KEY: noKey }),
  openai: (url) => ({ OPENAI_BASE_URL: `${url}/v1`, OPENAI_API_KEY: noKey }),
  google: (url) => ({ GOOGLE_GEMINI_BASE_URL: url, GEMINI_API_KEY: noKey }),
};

function addresses(endpoints: readonly ModelEndpoint[], wayOut: WayOut): Readonly<Record<string, string>> {
  return Object.assign({}, ...endpoints.map((each) => variables[each.family](wayOut.addressOf(each))));
}
