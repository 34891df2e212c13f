import { parseAllDocuments } from "yaml";
import { Problem } from "../problem/index.ts";
import type { KubeObject } from "./object.ts";

/** The objects of a YAML text, `kind: List` unfolded, empty documents left out. */
export function readManifests(text: string, where: string): KubeObject[] {
  const documents = parseAllDocuments(text);
  const objects: KubeObject[] = [];
  for (const document of Array.isArray(documents) ? documents : []) {
    const fault = document.errors[0];
    if (fault) throw new Problem("BAD_MANIFEST", `${where}: ${fault.message}`);
    const value = document.toJS() as KubeObject | null;
    if (value === null) continue;
    if (value.kind === "List") objects.push(...(value.items as KubeObject[]));
    else if (typeof value.kind === "string" && typeof value.apiVersion === "string") objects.push(value);
    else throw new Problem("BAD_MANIFEST", `${where}: expected an object with apiVersion and kind`);
  }
  return objects;
}
