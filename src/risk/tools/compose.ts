import type { OperationClass, Target } from "../../evidence/index.ts";
import { servicesOf } from "../containers.ts";
import { type Flags, readFlags } from "../flags.ts";
import { joined, type Look, type Scene, type Source } from "../scene.ts";

const values = new Set(
  `file project-name profile env-file project-directory parallel progress ansi host context scale timeout pull
  wait-timeout exit-code-from attach no-attach tail since until index user workdir env label name publish volume entrypoint
  service-ports signal format filter hash rmi cap-add cap-drop`.split(/\s+/),
);
const short = {
  f: "file",
  p: "project-name",
  d: "detach",
  v: "volumes",
  t: "timeout",
  s: "signal",
  e: "env",
  u: "user",
  w: "workdir",
  T: "no-TTY",
  H: "host",
};

const kinds: Readonly<Record<string, OperationClass>> = {
  up: "mutate",
  create: "mutate",
  start: "mutate",
  restart: "mutate",
  stop: "mutate",
  pause: "mutate",
  unpause: "mutate",
  run: "mutate",
  build: "mutate",
  pull: "mutate",
  push: "mutate",
  scale: "mutate",
  watch: "mutate",
  cp: "mutate",
  publish: "mutate",
  down: "destroy",
  rm: "destroy",
  kill: "destroy",
  ps: "read",
  ls: "read",
  logs: "read",
  config: "read",
  convert: "read",
  images: "read",
  port: "read",
  top: "read",
  stats: "read",
  events: "read",
  version: "read",
  volumes: "read",
  wait: "read",
  help: "read",
  "": "read",
};

export const compose: Look = async (words, scene) => {
  const first = readFlags(words.slice(1), { values, short, untilWord: true });
  const [verb = "", ...after] = first.words;
  const flags = readFlags(after, { values, short, untilWord: verb === "exec" || verb === "run" });
  const [service = "*", ...command] = flags.words;
  const isRun = verb === "exec" || verb === "run";
  const inner =
    isRun && command.length > 0
      ? await scene.with({ inside: `service ${service}`, input: undefined }).look(command)
      : undefined;
  const kind = classOf(verb, inner?.class, first, flags, scene);
  const names = isRun ? [service] : flags.words;
  const removes = kind === "destroy" && !isRun;
  const reads = kind === "read" || kind === "plan";
  const files = reads ? undefined : filesOf(first, scene)();
  const found = await servicesOf(files, names, removes ? "remove" : "run", scene);
  if (!reads && files === undefined) scene.unknown("no compose file was found");
  const project = first.value("project-name");
  const target = (type: string, name: string): Target => ({
    system: "docker",
    kind: type,
    name,
    ...(project !== undefined && { namespace: project }),
    action: verb,
  });
  const services = names.length > 0 ? names : found.services.map(({ name }) => name);
  const volumes = removes && flags.on("volumes") && verb === "down" ? [...found.volumes, "*"] : [];
  const targets = [
    ...(services.length > 0 ? services : ["*"]).map((name) => target("service", name)),
    ...volumes.map((name) => target("volume", name)),
  ];
  const record = new Map([...first.record(), ...flags.record()]);
  const hints = { contexts: [project ?? ""], paths: first.list("file") };
  scene.add({
    tool: "docker",
    operation: `compose ${verb}`,
    class: kind,
    words,
    flags: record,
    targets: reads ? [] : targets,
    services: isRun && verb === "exec" ? [] : found.services,
    hints,
  });
  return { class: kind };
};

function classOf(
  verb: string,
  inner: OperationClass | undefined,
  first: Flags,
  flags: Flags,
  scene: Scene,
): OperationClass {
  if (verb === "exec") return inner ?? "unknown";
  if (verb === "run" && inner === "destroy") return "destroy";
  const kind = Object.hasOwn(kinds, verb) ? kinds[verb] : undefined;
  if (kind === undefined)
    scene.unknown(`compose ${verb}: neither a verb known here nor one that is certain to be harmless`);
  const isDry = [first, flags].some((given) => given.all.get("dry-run")?.at(-1) === true);
  if (isDry && kind !== undefined && kind !== "read") return "plan";
  // Containers that the file no longer has go as well, and anonymous volumes are made anew.
  const clears = verb === "up" && (flags.on("remove-orphans") || flags.on("renew-anon-volumes") || flags.on("V"));
  return clears ? "destroy" : (kind ?? "unknown");
}

const usual = ["compose.yaml", "compose.yml", "docker-compose.yaml", "docker-compose.yml"];

function filesOf(flags: Flags, scene: Scene): Source {
  const folder = flags.value("project-directory") ?? ".";
  const said = flags.list("file");
  const fromVariable = said.length > 0 ? undefined : scene.variable("COMPOSE_FILE");
  const names = said.length > 0 ? said : (fromVariable?.split(":") ?? []);
  if (names.length > 0) return joined(names.map((name) => (name === "-" ? scene.at.input : () => scene.read(name))));
  return () => {
    const found = usual.find(
      (name) => (scene.see({ ask: "file", path: scene.path(`${folder}/${name}`) })?.documents?.length ?? 0) > 0,
    );
    return found === undefined ? undefined : scene.read(`${folder}/${found}`);
  };
}
