import { delimiter, join } from "node:path";
import { type Fields, isObject, textIn } from "../documents/json.ts";
import { readValues } from "../documents/yaml.ts";
import type { Answer, KubernetesContext, Want } from "../model.ts";
import { unpack } from "../sight.ts";
import { readFile } from "./files.ts";
import type { Limits } from "./limits.ts";
import type { Places } from "./program.ts";

/** Which cluster a context means, from the files that kubectl would read. Credentials in them go no further. */
export async function readContext(
  want: Extract<Want, { ask: "kubernetes-context" }>,
  places: Places,
  limits: Limits,
): Promise<Answer> {
  const home = places.environment.HOME ?? places.environment.USERPROFILE;
  const usual = home === undefined ? undefined : join(home, ".kube", "config");
  const paths = want.kubeconfig?.split(delimiter) ?? (usual === undefined ? [] : [usual]);
  const configs = (await Promise.all(paths.map((path) => read(path, limits)))).filter((config) => config !== undefined);
  if (configs.length === 0) return { want, missing: `no kubeconfig is at ${paths.join(", ") || "~/.kube/config"}` };
  const name = want.context ?? configs.map((config) => textIn(config["current-context"])).find(Boolean);
  if (name === undefined) return { want, missing: "the kubeconfig has no current context" };
  const entry = named(configs, "contexts", name)?.context;
  if (!isObject(entry)) return { want, context: { context: name }, missing: `the kubeconfig has no context "${name}"` };
  const cluster = textIn(entry.cluster);
  const server = cluster === undefined ? undefined : named(configs, "clusters", cluster)?.cluster;
  return {
    want,
    context: known({
      context: name,
      cluster,
      server: isObject(server) ? withoutSecrets(textIn(server.server)) : undefined,
      namespace: textIn(entry.namespace) ?? "default",
      user: textIn(entry.user),
    }),
  };
}

async function read(path: string, limits: Limits): Promise<Fields | undefined> {
  const { documents } = await readFile({ ask: "file", path }, limits, { bytes: limits.fileBytes });
  const [packed] = documents ?? [];
  if (packed === undefined) return undefined;
  const { values } = await readValues(unpack(packed));
  return values.find(isObject);
}

/** The first file that has a name decides. */
function named(configs: readonly Fields[], list: string, name: string): Fields | undefined {
  const entries = configs.flatMap((config) => (Array.isArray(config[list]) ? (config[list] as unknown[]) : []));
  return entries.filter(isObject).find((entry) => entry.name === name);
}

function withoutSecrets(url: string | undefined): string | undefined {
  return url?.replace(/\/\/[^/@]*@/, "//");
}

function known(fields: Readonly<Record<keyof KubernetesContext, string | undefined>>): KubernetesContext {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}
