import type { OperationClass, Target } from "../../evidence/index.ts";
import { commandIn, serviceOf, servicesOf } from "../containers.ts";
import { type Flags, readFlags } from "../flags.ts";
import { worse } from "../operation-class.ts";
import { joined, type Look, type Result, type Scene } from "../scene.ts";
import { hole } from "../words.ts";
import { compose } from "./compose.ts";

const globalValues =
  "host context config log-level tlscacert tlscert tlskey H c l root runroot storage-driver connection url namespace address";
/** Of `run`, `create` and `exec`. All their other options take a value: one that is not known here must not end the list. */
const switches = new Set(
  `detach interactive tty privileged publish-all rm read-only init quiet sig-proxy no-healthcheck oom-kill-disable
  disable-content-trust use-api-socket help with-registry-auth no-resolve-image insecure replace rmi http-proxy env-host
  no-hosts no-hostname passwd tls-verify read-only-tmpfs latest`.split(/\s+/),
);
const runValues = { has: (name: string) => !switches.has(name) };
/** Of the other verbs, as far as names of things come after them. */
const values = new Set(
  `filter format since until tail last time signal timeout file tag build-arg target output cache-from cache-to secret ssh
  iidfile label platform compose-file namespace driver opt subnet gateway ip-range replicas image env-add env-rm
  limit-cpu limit-memory constraint-add update-parallelism message author change`.split(/\s+/),
);
const runShort = {
  v: "volume",
  p: "publish",
  P: "publish-all",
  e: "env",
  u: "user",
  w: "workdir",
  h: "hostname",
  l: "label",
  m: "memory",
  c: "cpu-shares",
  a: "attach",
  d: "detach",
  i: "interactive",
  t: "tty",
  q: "quiet",
};
const shortOf: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  run: runShort,
  create: runShort,
  exec: runShort,
  build: { f: "file", t: "tag" },
  deploy: { c: "compose-file" },
};
const otherShort = { f: "force", v: "volumes", a: "all", s: "signal", t: "timeout", q: "quiet", l: "link" };

const groups = new Set(
  "container image volume network system builder buildx service stack swarm node secret config context plugin manifest trust scout pod machine checkpoint".split(
    " ",
  ),
);
const reads =
  /^(ps|images|inspect|logs|top|stats|version|info|history|port|diff|events|search|ls|list|df|show|wait|help|exists|tree|du|)$/;
const destroys = /^(rm|rmi|remove|kill|prune|leave|reset)$/;
const mutates =
  /^(run|create|start|restart|stop|pause|unpause|update|rename|cp|commit|tag|push|pull|load|import|save|export|login|logout|build|bake|connect|disconnect|init|join|join-token|unlock|ca|deploy|up|scale|rollback|promote|demote|use|enable|disable|install|upgrade|set|sign|revoke|annotate|play|kube|generate|mount|unmount|checkpoint|restore)$/;

export const docker: Look = async (words, scene) => {
  const [tool = "docker"] = words;
  const first = readFlags(words.slice(1), {
    values: new Set(globalValues.split(" ")),
    untilWord: true,
    short: { H: "host", c: "context" },
  });
  const [one = "", ...after] = first.words;
  if (one === "compose") return compose(["docker-compose", ...after], scene);
  const isGroup = groups.has(one) && after.length > 0 && !after[0]?.startsWith("-");
  const verb = isGroup ? (after[0] ?? "") : one;
  const rest = isGroup ? after.slice(1) : after;
  const untilWord = ["run", "create", "exec"].includes(verb);
  const flags = readFlags(rest, {
    values: untilWord ? runValues : values,
    short: Object.hasOwn(shortOf, verb) ? (shortOf[verb] ?? {}) : otherShort,
    untilWord,
  });
  const host = first.value("host") ?? first.value("H") ?? scene.variable("DOCKER_HOST");
  const hints = { servers: [host ?? ""], contexts: [first.value("context") ?? first.value("connection") ?? ""] };
  const call: Call = { tool, group: isGroup ? one : "", verb, flags, words, scene, hints };
  if (verb === "exec") return exec(call);
  if ((verb === "run" || verb === "create") && ["", "container", "service"].includes(call.group)) return run(call);
  return other(call);
};

interface Call {
  readonly tool: string;
  readonly group: string;
  readonly verb: string;
  readonly flags: Flags;
  readonly words: readonly string[];
  readonly scene: Scene;
  readonly hints: { readonly servers: string[]; readonly contexts: string[] };
}

const targetsOf = ({ verb }: Call, kind: string, names: readonly string[]): Target[] =>
  names.map((name) => ({ system: "docker", kind, name, action: verb }));

function finish(call: Call, kind: OperationClass, targets: readonly Target[], more: object = {}): Result {
  const { tool, group, verb, flags, words, scene, hints } = call;
  const operation = group === "" ? verb : `${group} ${verb}`;
  scene.add({ tool, operation, class: kind, words, flags: flags.record(), targets, hints, ...more });
  return { class: kind };
}

async function exec(call: Call): Promise<Result> {
  const [name = "*", ...command] = call.flags.words;
  if (command.length === 0) call.scene.unknown(`what is typed into container ${name} is known only when it is`);
  const inner = call.scene.with({ inside: `container ${name}`, input: undefined });
  const kind = command.length === 0 ? "unknown" : (await inner.look(command)).class;
  return finish(call, kind, targetsOf(call, "container", [name]));
}

async function run(call: Call): Promise<Result> {
  const { flags, scene } = call;
  const [image = hole, ...command] = flags.words;
  const name = flags.value("name") ?? image;
  const runs = commandIn(image, command, flags.value("entrypoint"));
  const inner = scene.with({ inside: `container ${name}`, input: undefined });
  const inside = runs.length === 0 ? "read" : (await inner.look(runs)).class;
  const service = serviceOf([call.tool, call.verb, image].join(" "), name, image, command, flags);
  return finish(call, worse("mutate", inside), targetsOf(call, "container", [name]), { services: [service] });
}

const kindOf: Readonly<Record<string, string>> = {
  rmi: "image",
  pull: "image",
  push: "image",
  build: "image",
  tag: "image",
  load: "image",
};

async function other(call: Call): Promise<Result> {
  const { group, verb, flags, scene } = call;
  const kind = reads.test(verb) ? "read" : destroys.test(verb) ? "destroy" : mutates.test(verb) ? "mutate" : "unknown";
  if (kind === "unknown")
    scene.unknown(`${call.tool} ${group} ${verb}: neither a verb known here nor one that is certain to be harmless`);
  const all = /prune$/.test(verb) || flags.words.length === 0;
  const names = all ? ["*"] : flags.words;
  const files = flags.list("compose-file").map((name) => (name === "-" ? scene.at.input : scene.source(name)));
  const { services } = await servicesOf(files.length > 0 ? joined(files)() : undefined, [], "run", scene);
  const targets = kind === "read" ? [] : targetsOf(call, group || (kindOf[verb] ?? "container"), names);
  return finish(call, kind, targets, { services });
}
