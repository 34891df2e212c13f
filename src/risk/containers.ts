import { type Fields, isObject } from "./documents/json.ts";
import { readValues } from "./documents/yaml.ts";
import type { Flags } from "./flags.ts";
import type { ContainerService } from "./model.ts";
import type { Flow, Scene } from "./scene.ts";
import { toolName } from "./tools/names.ts";

/** Options of `docker run` that compose has as a list, and the name it has there. */
const lists: Readonly<Record<string, string>> = {
  volume: "volumes",
  mount: "volumes",
  publish: "ports",
  "cap-add": "cap_add",
  "cap-drop": "cap_drop",
  "security-opt": "security_opt",
  device: "devices",
  "group-add": "group_add",
  "volumes-from": "volumes_from",
  dns: "dns",
  "add-host": "extra_hosts",
  sysctl: "sysctls",
};

const texts: Readonly<Record<string, string>> = {
  net: "network_mode",
  network: "network_mode",
  pid: "pid",
  ipc: "ipc",
  uts: "uts",
  userns: "userns_mode",
  cgroupns: "cgroup",
  user: "user",
  restart: "restart",
  memory: "mem_limit",
  cpus: "cpus",
  runtime: "runtime",
  hostname: "hostname",
};

const reaching = /^(kubectl|oc|helm|kustomize|terraform|tofu|terragrunt|argocd|aws|gcloud|az|git)$/;
/** Images whose program is a tool that reaches further than the container. */
const toolImages: Readonly<Record<string, string>> = {
  "aws-cli": "aws",
  "cloud-sdk": "gcloud",
  "google-cloud-cli": "gcloud",
  "azure-cli": "az",
  opentofu: "tofu",
  k8s: "kubectl",
};

/** What runs in a container: the words after the image, or the image's own program with them. */
export function commandIn(image: string, words: readonly string[], entrypoint?: string): readonly string[] {
  const base = image.split("/").at(-1)?.split(/[:@]/)[0] ?? "";
  const program = entrypoint ?? toolImages[base] ?? (reaching.test(base) ? base : undefined);
  // An image without a program of its own runs a tool that is named.
  const named = entrypoint === undefined && toolName(words[0] ?? "") !== undefined;
  return program === undefined || named ? words : [program, ...words];
}

/** `docker run` in the words of a compose file. */
export function serviceOf(
  document: string,
  name: string,
  image: string,
  command: readonly string[],
  flags: Flags,
): ContainerService {
  const value: Record<string, unknown> = { image, ...(command.length > 0 && { command: [...command] }) };
  for (const [flag, field] of Object.entries(lists)) {
    // Mounts are comma-separated inside; each option is one.
    const given = (flags.all.get(flag) ?? []).filter((text) => text !== true);
    const entries = flag === "mount" ? given.map(mountOf) : given;
    if (entries.length > 0) value[field] = [...((value[field] as unknown[]) ?? []), ...entries];
  }
  for (const [flag, field] of Object.entries(texts))
    if (flags.value(flag) !== undefined) value[field] = flags.value(flag);
  for (const [flag, field] of Object.entries({ privileged: "privileged", "read-only": "read_only", init: "init" })) {
    if (flags.on(flag)) value[field] = true;
  }
  if (flags.on("publish-all")) value.ports = [...((value.ports as unknown[]) ?? []), "*"];
  if (flags.all.has("env"))
    value.environment = Object.fromEntries((flags.all.get("env") ?? []).map((text) => String(text).split(/=(.*)/s)));
  return { document, name, action: "run", value };
}

/** "type=bind,source=/,target=/host" as compose's long form. */
function mountOf(text: string): Fields {
  const pairs = text.split(",").map((part) => part.split(/=(.*)/s));
  const fields = Object.fromEntries(pairs.map(([key = "", value = "true"]) => [key, value]));
  const readOnly = fields.readonly ?? fields.ro;
  return {
    type: fields.type ?? "volume",
    source: fields.source ?? fields.src,
    target: fields.target ?? fields.destination ?? fields.dst,
    ...(readOnly !== undefined && { read_only: readOnly !== "false" }),
  };
}

/** The services of compose files; with names, only those. */
export async function servicesOf(
  flow: Flow | undefined,
  names: readonly string[],
  action: ContainerService["action"],
  scene: Scene,
): Promise<{ services: ContainerService[]; volumes: string[] }> {
  if (flow?.altered) scene.unknown(`what ${flow.altered} makes of the services is known only when it runs`);
  const services: ContainerService[] = [];
  const volumes: string[] = [];
  for (const document of flow?.documents ?? []) {
    const { values, faults } = await readValues(document);
    for (const fault of faults) scene.unknown(`${document.name}: ${fault}`);
    for (const file of values.filter(isObject)) {
      for (const [name, value] of Object.entries(isObject(file.services) ? file.services : {})) {
        const wanted = names.length === 0 || names.includes(name);
        if (wanted && isObject(value)) services.push({ document: document.name, name, action, value });
      }
      volumes.push(...Object.keys(isObject(file.volumes) ? file.volumes : {}));
      if (file.include !== undefined || file.extends !== undefined)
        scene.unknown(`${document.name}: what it includes was not read`);
    }
  }
  return { services, volumes };
}
