import { type Fields, isObject } from "../../documents/json.ts";
import type { KubernetesObject, TerraformChange } from "../../model.ts";
import { fieldsOf } from "./values.ts";

/**
 * Terraform's provider for Kubernetes writes objects in its own spelling: snake case, every block a list, lists named in
 * the singular. Put back, all that looks at manifests looks at plans as well.
 */
export function kubernetesObjectOf(change: TerraformChange): KubernetesObject | undefined {
  if (!change.type.startsWith("kubernetes_") || !isObject(change.after)) return undefined;
  const about = { document: change.document, index: 0, action: actionOf(change), partial: false } as const;
  if (change.type === "kubernetes_manifest") return { ...about, value: fieldsOf(change.after.manifest) };
  const metadata = fieldsOf(objectOf(change.after).metadata);
  return { ...about, value: { ...objectOf(change.after), metadata, kind: kindOf(change.type) } };
}

function actionOf({ actions }: TerraformChange): KubernetesObject["action"] {
  return actions.includes("create") ? "create" : actions.includes("update") ? "apply" : "delete";
}

/** "kubernetes_stateful_set_v1" is a StatefulSet. */
function kindOf(type: string): string {
  const words = type.replace(/^kubernetes_/, "").replace(/_v\d+((alpha|beta)\d+)?$/, "");
  return words
    .split("_")
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join("");
}

/** Blocks that are lists in the manifest too, under the name there. */
const lists: Readonly<Record<string, string>> = {
  container: "containers",
  egress: "egress",
  env: "env",
  env_from: "envFrom",
  from: "from",
  ingress: "ingress",
  init_container: "initContainers",
  path: "paths",
  port: "ports",
  ports: "ports",
  rule: "rules",
  subject: "subjects",
  tls: "tls",
  to: "to",
  volume: "volumes",
  volume_mount: "volumeMounts",
  webhook: "webhooks",
};

/** Maps whose keys are the user's own words. */
const free = new Set(["annotations", "data", "labels", "limits", "match_labels", "node_selector", "requests"]);
/** The provider keeps these as text. */
const numbers = new Set(["replicas", "run_as_user", "run_as_group", "fs_group"]);

function objectOf(block: Fields): Fields {
  const entries = Object.entries(block).flatMap(([name, value]): readonly (readonly [string, unknown])[] => {
    // Unset is null or an empty list here, where a manifest would not have the field at all.
    if (value === null || (Array.isArray(value) && value.length === 0)) return [];
    if (free.has(name)) return [[camelCase(name), value]];
    if (numbers.has(name) && typeof value === "string" && /^\d+$/.test(value))
      return [[camelCase(name), Number(value)]];
    if (!Array.isArray(value)) return [[camelCase(name), isObject(value) ? objectOf(value) : value]];
    if (!isObject(value[0])) return [[camelCase(name), value]];
    const blocks = value.filter(isObject).map(objectOf);
    const list = lists[name];
    return list === undefined ? [[camelCase(name), blocks[0]]] : [[list, blocks]];
  });
  return Object.fromEntries(entries);
}

function camelCase(name: string): string {
  return name
    .replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())
    .replace(/^host(Ipc|Pid)$/, (name) => name.slice(0, 4) + name.slice(4).toUpperCase());
}
