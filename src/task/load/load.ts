import { stat } from "node:fs/promises";
import { basename, resolve } from "node:path";
import { TaskProblem } from "../problem.ts";
import { digestOf, readFiles } from "./files.ts";
import { type Flaw, showFlaw } from "./flaw.ts";
import { type HarborConfig, harborSchema } from "./harbor-schema.ts";
import type { LoadedTask } from "./model.ts";
import { manifest, readOwn } from "./own.ts";
import { shaped, strangers } from "./shape.ts";
import { readToml, type Toml } from "./toml.ts";

/** Reads a task directory: ours, or any other in Harbor's format. */
export async function loadTask(directory: string): Promise<LoadedTask> {
  const { task, flaws } = await readTask(directory);
  if (task !== undefined) return task;
  throw new TaskProblem("BAD_TASK", flaws.map((flaw) => `${directory}/${showFlaw(flaw)}`).join("\n"));
}

/** The task, or everything that is wrong with it. */
export async function readTask(directory: string): Promise<{ task?: LoadedTask; flaws: Flaw[] }> {
  const kind = await stat(directory).catch(() => undefined);
  if (!kind?.isDirectory()) {
    throw new TaskProblem("NO_SUCH_TASK", `${directory}: expected the directory of a task, found none`);
  }
  const files = await readFiles(directory);
  const text = (path: string) => files.bytes.get(path)?.toString("utf8");
  const source = text(manifest);
  if (source === undefined) {
    const how = "a task has task.toml and instruction.md; run: airworthy bench new";
    return { flaws: [{ file: manifest, what: "expected this file, found none", how }] };
  }
  const toml = readToml(source, manifest);
  if ("file" in toml) return { flaws: [toml] };
  const { value: config, flaws } = shaped(toml, manifest, harborSchema);
  const isOurs = toml.value.airworthy !== undefined;
  const name = config?.task?.name ?? basename(resolve(directory));
  const limit = config?.agent.timeout_sec;
  const own = isOurs ? readOwn({ name: name.replace(/^.*\//, ""), toml, limit, text }) : { flaws: [] };
  const all = [...files.flaws, ...flaws, ...own.flaws, ...missing(toml, isOurs, config, [...files.bytes.keys()])];
  if (all.length > 0 || config === undefined) return { flaws: all };
  const { airworthy: _, ...rest } = config as HarborConfig & { airworthy?: unknown };
  const told = config.steps.length > 0 ? config.steps.map(({ name }) => name) : [""];
  const task: LoadedTask = {
    directory: resolve(directory),
    name,
    digest: digestOf(files.bytes),
    config: modernised(rest),
    steps: told.map((step) => ({
      name: step,
      instruction: withoutCanary(text(step === "" ? "instruction.md" : `steps/${step}/instruction.md`) ?? ""),
    })),
    files: files.bytes,
    own: own.task && { ...own.task, instruction: withoutCanary(own.task.instruction) },
    remarks: strangers(toml, manifest, harborSchema),
  };
  return { task, flaws: [] };
}

/** Files that a task of its kind must have. */
function missing(toml: Toml, isOurs: boolean, config: HarborConfig | undefined, files: readonly string[]): Flaw[] {
  const has = (path: string) => files.includes(path);
  const need = (path: string, how: string): Flaw[] =>
    has(path) ? [] : [{ file: path, what: "expected this file, found none", how }];
  const instruction = "what the agent is told";
  if (isOurs) {
    const steps = toml.value.steps === undefined ? [] : [stepsOfOurs(toml)];
    return [...need("instruction.md", instruction), ...steps];
  }
  const tests = "what judges, and writes /logs/verifier/reward.txt";
  const isShared = config?.verifier.environment_mode !== "separate" && config?.verifier.environment === undefined;
  const script = config?.environment.os === "windows" ? "test.bat" : "test.sh";
  const steps = config?.steps ?? [];
  return [
    ...(steps.length === 0 ? need("instruction.md", instruction) : []),
    ...(isShared && steps.length === 0 ? need(`tests/${script}`, tests) : []),
    ...steps.flatMap(({ name }) => [
      ...need(`steps/${name}/instruction.md`, instruction),
      ...(has(`tests/${script}`) ? [] : need(`steps/${name}/tests/${script}`, tests)),
    ]),
    ...(files.some((path) => path.startsWith("environment/")) || config?.environment.docker_image
      ? []
      : [{ file: "environment", what: "expected a Dockerfile or docker-compose.yaml in it, found nothing" }]),
  ];
}

function stepsOfOurs(toml: Toml): Flaw {
  const line = toml.lineOf(["steps", 0]);
  const what = "steps: expected none beside [airworthy], as a plan is made of one instruction";
  return { file: manifest, ...(line === undefined ? {} : { line }), what };
}

/** Keys of older versions of the format, under their present names. */
function modernised(config: HarborConfig): HarborConfig {
  const { memory, storage, allow_internet, ...environment } = config.environment;
  const { version, ...rest } = config;
  const network =
    environment.network_mode ??
    (environment.allowed_hosts ? "allowlist" : allow_internet === false ? "no-network" : "public");
  return {
    ...rest,
    schema_version: version ?? config.schema_version,
    environment: {
      ...environment,
      memory_mb: environment.memory_mb ?? megabytes(memory),
      storage_mb: environment.storage_mb ?? megabytes(storage),
      network_mode: network,
    },
  };
}

function megabytes(size: string | number | undefined): number | undefined {
  if (typeof size !== "string") return size;
  const unit = { K: 1 / 1_024, M: 1, G: 1_024 }[size.at(-1)?.toUpperCase() as "K" | "M" | "G"];
  return Math.round(Number.parseFloat(size) * unit);
}

/** A mark against training on the task is for crawlers, not for the agent. */
function withoutCanary(text: string): string {
  const lines = text.split("\n");
  let first = 0;
  while (/^(<!--.*canary.*-->|#.*canary.*)$/i.test(lines[first] ?? "")) {
    first += 1;
    while (lines[first]?.trim() === "" && first < lines.length - 1) first += 1;
  }
  return lines.slice(first).join("\n");
}
