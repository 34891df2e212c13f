import type { LoadedTask } from "../load/model.ts";
import { type Built, build, isPlainBase, modeOf } from "./build.ts";
import {
  argumentsOf,
  type Composed,
  dockerfileOf,
  environmentOf,
  mountsOf,
  readCompose,
  type Service,
} from "./compose.ts";
import { wordsIn } from "./dockerfile.ts";
import { downloads } from "./downloads.ts";
import { expandedEnv } from "./env.ts";
import type { HarborPlan, HarborStep, PlacedFile, Refusal, Room } from "./model.ts";

/** What must be made to run a task of others, or why it cannot be run here. Known before anything starts. */
export function harborPlan(
  task: LoadedTask,
  hostEnv: Readonly<Record<string, string | undefined>> = {},
): { plan: HarborPlan; refusals?: never } | { plan?: never; refusals: readonly Refusal[] } {
  const context = below(task.files, "environment/");
  const text = (path: string) => context.get(path) && Buffer.from(context.get(path) ?? []).toString("utf8");
  const composeFile = ["docker-compose.yaml", "docker-compose.yml", "compose.yaml"].find((path) => context.has(path));
  const composed =
    composeFile === undefined ? nothing : readCompose(text(composeFile) ?? "", `environment/${composeFile}`, text);
  const built = (service: Service | undefined) => image(task, service, context);
  const main = built(composed.main);
  const first = composed.bootstrap && built(composed.bootstrap[1]);
  const env = expandedEnv(task.config.environment.env, hostEnv, "environment.env");
  const steps = task.steps.map(({ name, instruction }) => stepOf(task, name, instruction, hostEnv));
  const refusals = [
    ...unsupported(task),
    ...composed.refusals,
    ...main.refusals,
    ...(first?.refusals ?? []),
    ...downloads(task.files),
    ...env.refusals,
    ...steps.flatMap((step) => step.refusals),
  ];
  if (refusals.length > 0) return { refusals };
  const { config } = task;
  const nodes = composed.nodes.length > 0 ? composed.nodes : [{ name: "k3s" }];
  const plan: HarborPlan = {
    cluster: { profile: "k3s", nodes, addons: [] },
    hosts: composed.hosts,
    bootstrap:
      composed.bootstrap && first
        ? {
            ...roomOf(first, composed.bootstrap[1], composed, context),
            command: commandOf(composed.bootstrap[1], first),
            service: composed.bootstrap[0],
          }
        : undefined,
    main: mainRoom(roomOf(main, composed.main, composed, context), env.value, config.environment.workdir, composed),
    steps: steps.map(({ step }) => step),
    rewards: config.multi_step_reward_strategy,
  };
  return { plan };
}

const nothing: Composed = {
  main: undefined,
  bootstrap: undefined,
  nodes: [],
  kubeconfig: undefined,
  hosts: [],
  refusals: [],
};

function image({ config }: LoadedTask, service: Service | undefined, context: ReadonlyMap<string, Uint8Array>): Built {
  const dockerfile = dockerfileOf(service?.build) ?? "Dockerfile";
  const text = context.get(dockerfile);
  const file = `environment/${dockerfile}`;
  // An image that is there already is taken instead of building one.
  const name = service?.build === undefined ? (service?.image ?? config.environment.docker_image) : undefined;
  if (text !== undefined && name === undefined) return build(Buffer.from(text).toString("utf8"), file, context);
  const bare: Built = { files: [], directories: [], env: {}, directory: "/", user: "root", command: [], refusals: [] };
  if (name !== undefined && isPlainBase(name)) return bare;
  const what = name === undefined ? "expected this file, found none" : `image ${name}: nothing here takes its place`;
  return { ...bare, refusals: [{ file: name === undefined ? file : "task.toml", what }] };
}

function roomOf(
  built: Built,
  service: Service | undefined,
  composed: Composed,
  context: ReadonlyMap<string, Uint8Array>,
): Room {
  const mounts = service ? mountsOf(service) : [];
  const { kubeconfig } = composed;
  const admin = mounts.find(({ source }) => source === kubeconfig?.volume);
  const own = mounts.filter(({ source }) => source.startsWith("."));
  const brought = own.flatMap(({ source, target }) =>
    placed(below(context, `${source.replace(/^\.\/?/, "").replace(/\/$/, "")}/`), target),
  );
  return {
    files: [...built.files, ...brought],
    directories: built.directories,
    env: { ...built.env, ...(service ? environmentOf(service) : {}) },
    directory: service?.working_dir ?? built.directory,
    mounts: mounts
      .filter(({ source }) => !source.startsWith("."))
      .map(({ source, target, readOnly }) => ({ volume: source, path: target, readOnly })),
    adminKubeconfig: admin && kubeconfig ? `${admin.target.replace(/\/$/, "")}/${kubeconfig.file}` : undefined,
    user: built.user,
  };
}

/** Where nothing makes a kubeconfig for the agent, it works as the administrator, as it would in such a container. */
function mainRoom(
  room: Room,
  env: Readonly<Record<string, string>>,
  workdir: string | undefined,
  composed: Composed,
): Room {
  const all = { ...room.env, ...env };
  const isMade = composed.bootstrap !== undefined || room.adminKubeconfig !== undefined;
  return {
    ...room,
    env: all,
    directory: workdir ?? room.directory,
    adminKubeconfig: isMade ? room.adminKubeconfig : (all.KUBECONFIG ?? "/root/.kube/config"),
  };
}

function commandOf(service: Service, { command }: Built): string[] {
  const { entrypoint } = service;
  const before = entrypoint === undefined ? [] : typeof entrypoint === "string" ? wordsIn(entrypoint) : entrypoint;
  const given = argumentsOf(service);
  return [...before, ...(given.length > 0 || before.length > 0 ? given : command)];
}

function stepOf(
  { config, files }: LoadedTask,
  name: string,
  instruction: string,
  hostEnv: Readonly<Record<string, string | undefined>>,
): { step: HarborStep; refusals: readonly Refusal[] } {
  const step = config.steps.find((each) => each.name === name);
  const folder = name === "" ? "" : `steps/${name}/`;
  const own = placed(below(files, `${folder}solution/`), "/solution");
  const testsEnv = expandedEnv({ ...config.verifier.env, ...step?.verifier.env }, hostEnv, "verifier.env");
  const solutionEnv = expandedEnv(config.solution.env, hostEnv, "solution.env");
  const least = step?.min_reward;
  // What a step brings lies over what all share.
  const tests = new Map([...below(files, "tests/"), ...(folder ? below(files, `${folder}tests/`) : [])]);
  return {
    refusals: [...testsEnv.refusals, ...solutionEnv.refusals],
    step: {
      name,
      instruction,
      workdir: folder ? placed(below(files, `${folder}workdir/`), "") : [],
      solution: own.length > 0 ? own : placed(below(files, "solution/"), "/solution"),
      solutionEnv: solutionEnv.value,
      tests: placed(tests, "/tests"),
      testsEnv: testsEnv.value,
      seconds: {
        agent: step?.agent.timeout_sec ?? config.agent.timeout_sec,
        tests: step?.verifier.timeout_sec ?? config.verifier.timeout_sec,
      },
      least: typeof least === "number" ? { reward: least } : least,
    },
  };
}

function unsupported({ config, files }: LoadedTask): Refusal[] {
  const { environment, verifier } = config;
  const refuse = (isSo: unknown, what: string): Refusal[] => (isSo ? [{ file: "task.toml", what }] : []);
  return [
    ...refuse(environment.os === "windows", "environment.os: only Linux runs here"),
    ...refuse(
      (environment.gpus ?? 0) > 0 || environment.gpu_types || environment.tpu,
      "environment: there are no GPUs or TPUs here",
    ),
    ...refuse(environment.mcp_servers.length > 0, "environment.mcp_servers: servers of tasks are not started here"),
    ...refuse(
      environment.network_mode === "allowlist",
      "environment.allowed_hosts: a trial has no way to the internet",
    ),
    ...refuse(
      verifier.environment_mode === "separate" || verifier.environment,
      "verifier.environment: tests with an image of their own are not built here",
    ),
    ...refuse(environment.healthcheck, "environment.healthcheck: what would run it is not there"),
    ...refuse(files.has("trajectory.json"), "trajectory.json: earlier sessions are not replayed"),
  ];
}

function below(files: ReadonlyMap<string, Uint8Array>, folder: string): Map<string, Uint8Array> {
  return new Map(
    [...files].filter(([path]) => path.startsWith(folder)).map(([path, bytes]) => [path.slice(folder.length), bytes]),
  );
}

function placed(files: ReadonlyMap<string, Uint8Array>, folder: string): PlacedFile[] {
  const root = folder.replace(/\/$/, "");
  return [...files].map(([path, content]) => ({
    path: root === "" ? path : `${root}/${path}`,
    content,
    mode: modeOf(content),
  }));
}
