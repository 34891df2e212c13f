import { parseDocument } from "yaml";
import { z } from "zod";
import type { NodeSpec } from "../../cluster/index.ts";
import { wordsIn } from "./dockerfile.ts";
import type { Refusal } from "./model.ts";

const words = z.union([z.string(), z.array(z.coerce.string())]);
const pairs = z.union([
  z.array(z.string()),
  z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
]);

const service = z.looseObject({
  image: z.string().optional(),
  build: z
    .union([
      z.string(),
      z.looseObject({ context: z.string().default("."), dockerfile: z.string().default("Dockerfile") }),
    ])
    .optional(),
  command: words.optional(),
  entrypoint: words.optional(),
  environment: pairs.optional(),
  volumes: z
    .array(
      z.union([
        z.string(),
        z.looseObject({ source: z.string().optional(), target: z.string(), read_only: z.boolean().optional() }),
      ]),
    )
    .default([]),
  depends_on: z.union([z.array(z.string()), z.record(z.string(), z.looseObject({}))]).optional(),
  privileged: z.boolean().default(false),
  network_mode: z.string().optional(),
  devices: z.array(z.unknown()).default([]),
  working_dir: z.string().optional(),
  hostname: z.string().optional(),
});

const schema = z.looseObject({ services: z.record(z.string(), service) });

export type Service = z.infer<typeof service>;

/** The services of a compose file by what they are for. */
export interface Composed {
  readonly main: Service | undefined;
  readonly bootstrap: readonly [name: string, service: Service] | undefined;
  readonly nodes: readonly NodeSpec[];
  /** Where the server writes the administrator's kubeconfig: a volume, and the file in it. */
  readonly kubeconfig: { readonly volume: string; readonly file: string } | undefined;
  /** What the server is called. */
  readonly hosts: readonly string[];
  readonly refusals: readonly Refusal[];
}

export interface Mount {
  /** A path of the task if it begins with a dot, else a volume's name. */
  readonly source: string;
  readonly target: string;
  readonly readOnly: boolean;
}

export function readCompose(text: string, file: string, dockerfiles: (path: string) => string | undefined): Composed {
  const document = parseDocument(text);
  const parsed = schema.safeParse(document.toJS());
  if (document.errors.length > 0 || !parsed.success) {
    const what =
      document.errors[0]?.message.split("\n")[0] ??
      parsed.error?.issues.map(({ path, message }) => `${path.join(".")}: ${message}`).join("; ");
    return { ...nothing, refusals: [{ file, what: `is not understood: ${what}` }] };
  }
  const services = Object.entries(parsed.data.services);
  const lineOf = lineFinder(text);
  const isK3s = (each: Service) => /(^|\/)rancher\/k3s[:@]/.test(imageOf(each, dockerfiles) ?? "");
  const clusters = services.filter(([, each]) => isK3s(each));
  const server = clusters.find(([, each]) => argumentsOf(each)[0] !== "agent");
  const main = parsed.data.services.main;
  const awaited = dependencies(main).filter((name) => !clusters.some(([each]) => each === name));
  const bootstrap = services.find(([name]) => awaited.includes(name));
  const known = new Set([...clusters.map(([name]) => name), "main", bootstrap?.[0]]);
  const refuse = (name: string, what: string): Refusal => ({ file, ...lineOf(name), what: `service ${name} ${what}` });
  return {
    main,
    bootstrap,
    nodes: clusters.map(([name, each]) => nodeOf(name, argumentsOf(each))),
    kubeconfig: server && kubeconfigOf(server[1]),
    hosts: server
      ? [server[0], ...flag(argumentsOf(server[1]), "tls-san")].filter((name, at, all) => all.indexOf(name) === at)
      : [],
    refusals: [
      ...services
        .filter(([name]) => !known.has(name))
        .map(([name, each]) =>
          refuse(name, `(${imageOf(each, dockerfiles) ?? "built"}) is neither main, k3s nor what main waits for`),
        ),
      ...services.flatMap(([name, each]) => dangers(each, isK3s(each)).map((what) => refuse(name, what))),
      ...(clusters.length > 0 && server === undefined
        ? [{ file, what: "expected a k3s server among its k3s services, found agents only" }]
        : []),
    ],
  };
}

const nothing: Composed = {
  main: undefined,
  bootstrap: undefined,
  nodes: [],
  kubeconfig: undefined,
  hosts: [],
  refusals: [],
};

function dangers(service: Service, isK3s: boolean): string[] {
  const isDocker =
    mountsOf(service).some(({ source }) => source.endsWith("docker.sock")) ||
    /(^|\/)docker:.*dind/.test(service.image ?? "");
  return [
    ...(isDocker ? ["needs Docker itself, which a sandbox does not have"] : []),
    ...(service.privileged && !isK3s && !isDocker ? ["is privileged, and no k3s"] : []),
    ...(service.network_mode === "host" ? ["is on the network of the host"] : []),
    ...(service.devices.length > 0 || JSON.stringify(service.deploy ?? "").includes("devices")
      ? ["needs devices of the host"]
      : []),
    ...mountsOf(service)
      .filter(({ source }) => source.startsWith("/") && !source.endsWith("docker.sock"))
      .map(({ source }) => `mounts ${source} of the host`),
  ];
}

/** Its image, or the one that it is built from at last. */
function imageOf({ image, build }: Service, dockerfiles: (path: string) => string | undefined): string | undefined {
  if (build === undefined) return image;
  const text = dockerfiles(dockerfileOf(build) ?? "") ?? "";
  return [...text.matchAll(/^FROM\s+(?:--\S+\s+)*(\S+)/gim)].at(-1)?.[1] ?? image;
}

export function dockerfileOf(build: Service["build"]): string | undefined {
  if (build === undefined) return undefined;
  const { context, dockerfile } = typeof build === "string" ? { context: build, dockerfile: "Dockerfile" } : build;
  return [context.replace(/^\.\/?/, "").replace(/\/$/, ""), dockerfile].filter((part) => part !== "").join("/");
}

function dependencies(service: Service | undefined): string[] {
  const given = service?.depends_on ?? [];
  return Array.isArray(given) ? given : Object.keys(given);
}

export function argumentsOf({ command }: Service): string[] {
  return typeof command === "string" ? wordsIn(command) : [...(command ?? [])];
}

export function environmentOf({ environment = {} }: Service): Record<string, string> {
  if (!Array.isArray(environment)) {
    return Object.fromEntries(Object.entries(environment).map(([key, value]) => [key, String(value ?? "")]));
  }
  return Object.fromEntries(environment.map((pair) => [pair.split("=")[0] ?? "", pair.slice(pair.indexOf("=") + 1)]));
}

export function mountsOf({ volumes }: Service): Mount[] {
  return volumes.map((volume) => {
    if (typeof volume !== "string")
      return { source: volume.source ?? "", target: volume.target, readOnly: volume.read_only ?? false };
    const [source = "", target = source, mode = ""] = volume.split(":");
    return { source, target, readOnly: mode.split(",").includes("ro") };
  });
}

function flag(given: readonly string[], name: string): string[] {
  return given.flatMap((word, at) => {
    if (word.startsWith(`--${name}=`)) return [word.slice(name.length + 3)];
    const next = given[at + 1];
    return word === `--${name}` && next !== undefined ? [next] : [];
  });
}

function nodeOf(service: string, given: readonly string[]): NodeSpec {
  const labels = flag(given, "node-label").map((label) => [label.split("=")[0] ?? "", label.split("=")[1] ?? ""]);
  const taints = flag(given, "node-taint").flatMap((taint) => {
    const [, key = "", value = "", effect] =
      /^([^=:]+)=?([^:]*):(NoSchedule|PreferNoSchedule|NoExecute)$/.exec(taint) ?? [];
    return effect === undefined
      ? []
      : [{ key, value, effect: effect as "NoSchedule" | "PreferNoSchedule" | "NoExecute" }];
  });
  return {
    name: flag(given, "node-name")[0] ?? service,
    ...(labels.length > 0 ? { labels: Object.fromEntries(labels) } : {}),
    ...(taints.length > 0 ? { taints } : {}),
  };
}

function kubeconfigOf(server: Service): Composed["kubeconfig"] {
  const path =
    flag(argumentsOf(server), "write-kubeconfig")[0] ??
    environmentOf(server).K3S_KUBECONFIG_OUTPUT ??
    "/etc/rancher/k3s/k3s.yaml";
  const mount = mountsOf(server).find(({ target }) => path.startsWith(`${target.replace(/\/$/, "")}/`));
  return mount && { volume: mount.source, file: path.slice(mount.target.replace(/\/$/, "").length + 1) };
}

function lineFinder(text: string): (service: string) => { line?: number } {
  const lines = text.split("\n");
  return (service) => {
    const at = lines.findIndex((line) => line.trim() === `${service}:`);
    return at < 0 ? {} : { line: at + 1 };
  };
}
