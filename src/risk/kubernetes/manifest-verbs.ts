import type { OperationClass } from "../../evidence/index.ts";
import type { KubernetesObject } from "../model.ts";
import { hole } from "../words.ts";
import { type Act, acting, type Call, type Verb } from "./call.ts";
import { createByWords } from "./create.ts";
import { kindOfWord } from "./kinds.ts";
import { objectsOf } from "./manifests.ts";
import { readNames, targetsOf } from "./names.ts";
import { manifestsOf } from "./sources.ts";

/** What -f and -k name, done to all of it. */
async function toFiles(call: Call, kind: OperationClass, action: KubernetesObject["action"]): Promise<Act | undefined> {
  const sources = manifestsOf(call.flags, call.scene);
  if (!sources) return undefined;
  const objects = await objectsOf(sources.flow, action, call.scene);
  const hints = { paths: sources.paths };
  if (objects.length > 0) return { ...acting(call, kind, objects), hints, output: () => sources.flow };
  // Something happens to something; an empty list would look like nothing.
  return { class: kind, targets: [{ system: "kubernetes", kind: "*", name: "*", action: call.verb }], hints };
}

const nothing = (call: Call): Act => {
  call.scene.unknown(`kubectl ${call.verb} names no objects`);
  return { class: "unknown" };
};

export const apply: Verb = async (call) => {
  const [word] = call.words;
  if (word === "view-last-applied") return { class: "read", operation: `apply ${word}` };
  if (word === "set-last-applied" || word === "edit-last-applied") {
    return { ...((await toFiles(call, "mutate", "patch")) ?? { class: "mutate" }), operation: `apply ${word}` };
  }
  const prunes = call.flags.on("prune");
  const kind = prunes || call.flags.on("force") ? "destroy" : "mutate";
  const act = (await toFiles(call, kind, "apply")) ?? nothing(call);
  if (!prunes) return act;
  call.scene.unknown("what --prune deletes is known only when the command runs");
  const selector = call.flags.value("selector");
  const rest = {
    system: "kubernetes",
    kind: "*",
    name: "*",
    action: "prune",
    ...(selector !== undefined && { selector }),
  };
  const { namespace } = call.place;
  return { ...act, targets: [...(act.targets ?? []), { ...rest, ...(namespace !== undefined && { namespace }) }] };
};

export const create: Verb = async (call) => {
  const path = call.flags.value("raw");
  if (path !== undefined) return raw(call, path, "mutate");
  return (await toFiles(call, "mutate", "create")) ?? (call.words.length === 0 ? nothing(call) : createByWords(call));
};

/** With --force the old object is deleted first. */
export const replace: Verb = async (call) => {
  const path = call.flags.value("raw");
  if (path !== undefined) return raw(call, path, "mutate");
  return (await toFiles(call, call.flags.on("force") ? "destroy" : "mutate", "replace")) ?? nothing(call);
};

export const remove: Verb = async (call) => {
  const path = call.flags.value("raw");
  if (path !== undefined) return raw(call, path, "destroy");
  const files = await toFiles(call, "destroy", "delete");
  if (files) return files;
  const named = call.words.length === 0 ? [{ kind: "*", name: "*" }] : readNames(call.words);
  return { class: "destroy", targets: targetsOf(named, "delete", call.place, call.flags) };
};

/** `auth can-i`, `auth whoami`, `auth reconcile -f`. */
export const auth: Verb = async (call) => {
  const [word = ""] = call.words;
  if (word !== "reconcile")
    return { class: word === "can-i" || word === "whoami" ? "read" : "unknown", operation: `auth ${word}` };
  return { ...((await toFiles(call, "mutate", "apply")) ?? nothing(call)), operation: "auth reconcile" };
};

/** Shows what would be different. */
export const diff: Verb = async (call) => (await toFiles(call, "plan", "read")) ?? nothing(call);

/** `--raw /apis/apps/v1/namespaces/shop/deployments/web`. */
export function raw(call: Call, path: string, kind: OperationClass): Act {
  const clean = path.split("?")[0] ?? "";
  const match = /^\/(?:api|apis\/[^/]+)\/[^/]+(?:\/namespaces\/([^/]+))?\/([^/]+)(?:\/([^/]+))?/.exec(clean);
  const own = /^\/api\/v1\/namespaces\/([^/]+)\/?$/.exec(clean);
  const [, namespace, type = hole, name = "*"] = own ? [undefined, undefined, "namespaces", own[1]] : (match ?? []);
  const place = { ...call.place, namespace, explicit: namespace !== undefined };
  return { class: kind, targets: targetsOf([{ ...kindOfWord(type), name }], `${call.verb} --raw`, place, call.flags) };
}
