import type { OperationClass } from "../../evidence/index.ts";
import type { Act, Call, Verb } from "../kubernetes/call.ts";
import { config } from "../kubernetes/config.ts";
import { isDryRun, readKubectlFlags } from "../kubernetes/flags.ts";
import { attach, copy, debug, exec, tunnel } from "../kubernetes/inside.ts";
import { askLabels } from "../kubernetes/labels.ts";
import { apply, auth, create, diff, raw, remove, replace } from "../kubernetes/manifest-verbs.ts";
import { readNames, targetsOf } from "../kubernetes/names.ts";
import { patch } from "../kubernetes/patch.ts";
import { placeOf } from "../kubernetes/place.ts";
import { rendered } from "../kubernetes/sources.ts";
import {
  autoscale,
  edit,
  expose,
  mark,
  named,
  node,
  rollout,
  run,
  scale,
  set,
  taint,
} from "../kubernetes/workloads.ts";
import { mayChange } from "../operation-class.ts";
import type { Look } from "../scene.ts";
import { isKnown } from "../words.ts";

const always =
  (kind: OperationClass): Verb =>
  () => ({ class: kind });

/** Objects that are looked at, by words or in files. */
const look: Verb = async (call) => {
  const path = call.flags.value("raw");
  if (path !== undefined) return raw(call, path, "read");
  return { class: "read", targets: targetsOf(await named(call), "read", call.place, call.flags) };
};

const logs: Verb = (call) => {
  const [name = "*"] = call.words;
  const pods = name.includes("/") ? readNames([name]) : [{ kind: "Pod", apiVersion: "v1", namespaced: true, name }];
  return { class: "read", targets: targetsOf(pods, "read", call.place, call.flags) };
};

const certificate: Verb = (call) => {
  const [what = "", ...names] = call.words;
  const requests = names.map((name) => ({ kind: "CertificateSigningRequest", namespaced: false, name }));
  const targets = targetsOf(requests, what, call.place, call.flags);
  return { class: "mutate", operation: `certificate ${what}`, targets };
};

const verbs: Readonly<Record<string, Verb>> = {
  apply,
  create,
  replace,
  delete: remove,
  patch,
  edit,
  set,
  scale,
  autoscale,
  expose,
  run,
  label: mark,
  annotate: mark,
  taint,
  drain: node,
  cordon: node,
  uncordon: node,
  rollout,
  exec,
  attach,
  cp: copy,
  debug,
  "port-forward": tunnel,
  proxy: tunnel,
  auth,
  certificate,
  config,
  diff,
  get: look,
  describe: look,
  logs,
  kustomize: (call) => ({
    // With plugins it runs programs that a kustomization names.
    class: call.flags.on("enable-alpha-plugins") ? "unknown" : "read",
    output: () => rendered(call.words[0] ?? ".", call.scene),
  }),
  wait: always("read"),
  top: always("read"),
  events: always("read"),
  explain: always("read"),
  version: always("read"),
  options: always("read"),
  help: always("read"),
  completion: always("read"),
  "api-resources": always("read"),
  "api-versions": always("read"),
  "cluster-info": always("read"),
  plugin: always("read"),
};

/** Verbs that know `--dry-run`; elsewhere it is no promise. */
const dry = new Set(
  "apply create replace delete patch set scale autoscale expose run label annotate taint drain cordon uncordon rollout auth".split(
    " ",
  ),
);

export const kubectl: Look = async (words, scene) => {
  // Some wrappers leave their "--" before the verb.
  const flags = readKubectlFlags(words.slice(words[1] === "--" ? 2 : 1));
  const [verb = "", ...rest] = flags.words;
  for (const word of flags.strange) scene.unknown(`kubectl ${verb}: the option ${word} is not known here`);
  const call: Call = { verb, words: rest, flags, place: placeOf(flags, scene), scene };
  const act = await perform(call);
  const placed = { tool: "kubectl", operation: act.operation ?? verb, words, flags: flags.record() };
  const kind = flags.strange.length > 0 && !mayChange(act.class) ? "unknown" : act.class;
  const { targets = [], objects = [] } = act;
  scene.add({ ...placed, class: kind, targets, objects, hints: call.place.hints });
  scene.world.draft.hint(act.hints ?? {});
  if (mayChange(kind)) askLabels(targets, call.place, scene);
  const prints = flags.value("output") !== undefined || verb === "kustomize";
  return { class: kind, output: prints ? act.output : undefined };
};

async function perform(call: Call): Promise<Act> {
  const { verb, flags, scene } = call;
  if (flags.on("help") && flags.all.get("help")?.at(-1) === true && call.words.every(isKnown)) return { class: "read" };
  if (verb === "") return { class: flags.strange.length > 0 ? "unknown" : "read", operation: "help" };
  const perform = Object.hasOwn(verbs, verb) ? verbs[verb] : undefined;
  if (perform === undefined) {
    scene.unknown(`kubectl ${verb}: neither a verb known here nor one that is certain to be harmless`);
    return { class: "unknown" };
  }
  const act = await perform(call);
  if (!isDryRun(flags) || !dry.has(verb) || !mayChange(act.class)) return act;
  return {
    ...act,
    class: "plan",
    objects: (act.objects ?? []).map((object) => ({ ...object, action: "read" as const })),
  };
}
