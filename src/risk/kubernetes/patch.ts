import { type Fields, isObject } from "../documents/json.ts";
import { readValues } from "../documents/yaml.ts";
import { flowOf } from "../scene.ts";
import { acting, partial, type Verb } from "./call.ts";
import { objectsOf } from "./manifests.ts";
import { readNames } from "./names.ts";
import { manifestsOf } from "./sources.ts";

/** `kubectl patch`: the patch as the part of the object that it gives. */
export const patch: Verb = async (call) => {
  const inline = call.flags.value("patch");
  const file = call.flags.value("patch-file");
  const flow = inline === undefined ? (file === undefined ? undefined : call.scene.read(file)) : flowOf("-p", inline);
  const [document] = flow?.documents ?? [];
  const { values, faults } = document ? await readValues(document) : { values: [], faults: ["there is no patch"] };
  for (const fault of faults) call.scene.unknown(`patch: ${fault}`);
  const fields = Object.assign({}, ...values.map(fieldsOf)) as Fields;
  const sources = manifestsOf(call.flags, call.scene);
  const named = sources
    ? (await objectsOf(sources.flow, "patch", call.scene)).map(({ value }) => ({
        kind: String(value.kind),
        name: String(isObject(value.metadata) ? value.metadata.name : "*"),
      }))
    : readNames(call.words);
  const { metadata, ...rest } = fields;
  const objects = named.map(({ kind, name }) =>
    partial(call, "patch", { kind, name, fields: rest, ...(isObject(metadata) && { metadata }) }),
  );
  return acting(call, "mutate", objects);
};

function fieldsOf(patch: unknown): Fields {
  if (isObject(patch)) return patch;
  if (!Array.isArray(patch)) return {};
  const fields = {};
  for (const operation of patch) if (isObject(operation)) applyOperation(fields, operation);
  return fields;
}

/** Puts the value of a JSON patch operation where it goes; what is removed becomes null. An index is a list of one. */
function applyOperation(fields: Record<string, unknown>, operation: Fields): void {
  if (typeof operation.path !== "string" || operation.op === "test") return;
  const path = operation.path
    .split("/")
    .slice(1, 40)
    .map((part) => part.replaceAll("~1", "/").replaceAll("~0", "~"));
  const value = operation.op === "remove" ? null : structuredClone(operation.value ?? null);
  let node: Record<string, unknown> | unknown[] = fields;
  for (const [at, part] of path.entries()) {
    const next = path[at + 1];
    const isIndex = Array.isArray(node);
    const key = isIndex ? (node as unknown[]).length : part;
    const container = next === undefined ? value : /^(\d+|-)$/.test(next) ? [] : {};
    const held: unknown = isIndex
      ? undefined
      : Object.hasOwn(node, part)
        ? (node as Record<string, unknown>)[part]
        : undefined;
    const child = next !== undefined && typeof held === "object" && held !== null ? held : container;
    Object.defineProperty(node, key, { value: child, writable: true, enumerable: true, configurable: true });
    if (typeof child !== "object" || child === null) return;
    node = child as Record<string, unknown> | unknown[];
  }
}
