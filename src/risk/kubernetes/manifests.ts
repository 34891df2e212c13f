import type { Target } from "../../evidence/index.ts";
import { type Fields, isObject, textIn } from "../documents/json.ts";
import { readValues } from "../documents/yaml.ts";
import type { KubernetesObject } from "../model.ts";
import type { Flow, Scene } from "../scene.ts";
import { isNamespaced } from "./kinds.ts";

const deepestList = 8;
const mostObjects = 50_000;

/** The objects in a flow, the items of Lists one by one. What is none of them is told in `unknown`. */
export async function objectsOf(
  flow: Flow | undefined,
  action: KubernetesObject["action"],
  scene: Scene,
): Promise<KubernetesObject[]> {
  if (flow?.altered) scene.unknown(`what ${flow.altered} makes of the objects is known only when it runs`);
  const objects: KubernetesObject[] = [];
  for (const document of flow?.documents ?? []) {
    const { values, faults } = await readValues(document);
    for (const fault of faults) scene.unknown(`${document.name}: ${fault}`);
    const found = values.flatMap((value) => unfold(value, 0));
    if (found.length === 0 && faults.length === 0) scene.unknown(`${document.name}: no object is in it`);
    for (const [index, value] of found.entries()) {
      if (typeof value.kind !== "string") scene.unknown(`${document.name}: item ${index} has no kind`);
      objects.push({ document: document.name, index, action, partial: false, value });
      if (objects.length < mostObjects) continue;
      scene.unknown(`${document.name}: more than ${mostObjects} objects, the others were not looked at`);
      return objects;
    }
  }
  return objects;
}

function unfold(value: unknown, depth: number): Fields[] {
  if (Array.isArray(value)) return depth > deepestList ? [] : value.flatMap((item) => unfold(item, depth + 1));
  if (!isObject(value)) return [];
  const isList = typeof value.kind === "string" && value.kind.endsWith("List") && Array.isArray(value.items);
  if (!isList || depth > deepestList) return [value];
  return (value.items as unknown[]).flatMap((item) => unfold(item, depth + 1));
}

/** What an object is to a log: its identity and what happens to it. */
export function targetOf(object: KubernetesObject, namespace: string | undefined, action: string): Target {
  const { value } = object;
  const metadata = isObject(value.metadata) ? value.metadata : {};
  const kind = textIn(value.kind) ?? "object";
  const apiVersion = textIn(value.apiVersion);
  const generated = textIn(metadata.generateName);
  const own = textIn(metadata.namespace) ?? namespace;
  const scoped = isNamespaced(kind, apiVersion) ?? metadata.namespace !== undefined;
  return {
    system: "kubernetes",
    kind,
    name: textIn(metadata.name) ?? (generated === undefined ? "*" : `${generated}*`),
    ...(scoped && own !== undefined && own !== "" && { namespace: own }),
    ...(apiVersion !== undefined && { apiVersion }),
    action,
  };
}
