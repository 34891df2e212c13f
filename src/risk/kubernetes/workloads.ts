import { commandIn } from "../containers.ts";
import { type Fields, isObject } from "../documents/json.ts";
import { readValues } from "../documents/yaml.ts";
import { type Act, acting, type Call, partial, type Verb } from "./call.ts";
import { pick, serviceType } from "./create.ts";
import { objectsOf } from "./manifests.ts";
import { type Named, readNames, targetsOf } from "./names.ts";
import { manifestsOf } from "./sources.ts";

/** What a command changes: by words, or the objects of the files it names. */
export async function named(call: Call, words = call.words): Promise<Named[]> {
  const sources = manifestsOf(call.flags, call.scene);
  if (!sources) return readNames(words);
  const objects = await objectsOf(sources.flow, "patch", call.scene);
  if (objects.length === 0) return [{ kind: "*", name: "*" }];
  return objects.map(({ value }) => ({
    kind: String(value.kind),
    name: String(isObject(value.metadata) ? value.metadata.name : "*"),
  }));
}

/** The same few fields of every object that the command names. */
async function patching(call: Call, words: readonly string[], fields: Fields, metadata: Fields = {}): Promise<Act> {
  const found = await named(call, words);
  const objects = found.map(({ kind, name }) => partial(call, "patch", { kind, name, fields, metadata }));
  return { class: "mutate", objects, targets: targetsOf(found, call.verb, call.place, call.flags) };
}

export const scale: Verb = (call) => patching(call, call.words, { spec: pick(call, { replicas: "replicas" }) });

export const autoscale: Verb = async (call) => {
  const [target] = await named(call);
  const name = call.flags.value("name") ?? target?.name ?? "*";
  const spec = pick(call, { min: "minReplicas", max: "maxReplicas" });
  return acting(call, "mutate", [partial(call, "create", { kind: "HorizontalPodAutoscaler", name, fields: { spec } })]);
};

export const expose: Verb = async (call) => {
  const [target] = await named(call);
  const name = call.flags.value("name") ?? target?.name ?? "*";
  const type = serviceType(call.flags.value("type") ?? "ClusterIP");
  const spec = { type, ...pick(call, { "external-ip": "externalIPs", "load-balancer-ip": "loadBalancerIP" }) };
  return acting(call, "mutate", [partial(call, "create", { kind: "Service", name, fields: { spec } })]);
};

export const run: Verb = async (call) => {
  const [name = "*"] = call.words;
  const command = [...call.words.slice(1), ...call.flags.rest];
  const container = {
    name,
    ...pick(call, { image: "image" }),
    ...(command.length > 0 && { [call.flags.on("command") ? "command" : "args"]: command }),
    ...(call.flags.on("privileged") && { securityContext: { privileged: true } }),
    ...(call.flags.all.has("env") && { env: call.flags.list("env").map((text) => ({ name: text.split("=")[0] })) }),
  };
  const account = call.flags.value("serviceaccount");
  const spec = { containers: [container], ...(account !== undefined && { serviceAccountName: account }) };
  const pod = partial(call, "create", { kind: "Pod", name, fields: { spec } });
  const runs = commandIn(call.flags.value("image") ?? "", command);
  const inner = call.scene.with({ inside: `pod ${call.place.namespace ?? "default"}/${name}`, input: undefined });
  // A pod that is new may do what it likes to itself, but not to what it reaches.
  const kind = runs.length > 0 && (await inner.look(runs)).class === "destroy" ? "destroy" : "mutate";
  const overrides = call.flags.value("overrides");
  if (overrides === undefined) return acting(call, kind, [pod]);
  const { values, faults } = await readValues({ name: "--overrides", bytes: Buffer.from(overrides) });
  for (const fault of faults) call.scene.unknown(`--overrides: ${fault}`);
  const over = values
    .filter(isObject)
    .map((value) => ({ ...pod, document: "--overrides", value: { ...pod.value, ...value } }));
  return { ...acting(call, kind, [pod]), objects: [pod, ...over] };
};

/** `kubectl set image deploy/web app=web:2`. */
export const set: Verb = async (call) => {
  const [what = "", ...rest] = call.words;
  const operation = `set ${what}`;
  if (what === "env" && call.flags.on("list")) return { class: "read", operation };
  const pairs = rest.filter((word) => /^[^/]*=/.test(word));
  const words = rest.filter((word) => !pairs.includes(word) && !/-$/.test(word));
  if (what === "serviceaccount" || what === "sa") {
    const spec = { template: { spec: { serviceAccountName: words.at(-1) } } };
    return { ...(await patching(call, words.slice(0, -1), { spec })), operation };
  }
  if (what === "subject") return { ...(await patching(call, words, { subjects: subjects(call) })), operation };
  const containers = pairs.map((pair) => {
    const [name = "", value = ""] = pair.split(/=(.*)/s);
    return what === "image" ? { name, image: value } : { env: [{ name }] };
  });
  const fields = containers.length === 0 ? {} : { spec: { template: { spec: { containers } } } };
  return { ...(await patching(call, words, fields)), operation };
};

function subjects(call: Call): Fields[] {
  const accounts = call.flags.list("serviceaccount").map((text) => {
    const [namespace, name] = text.split(":");
    return { kind: "ServiceAccount", namespace, name };
  });
  const users = call.flags.list("user").map((name) => ({ kind: "User", name }));
  return [...users, ...call.flags.list("group").map((name) => ({ kind: "Group", name })), ...accounts];
}

/** `label` and `annotate`: a word that ends in "-" takes one away. */
export const mark: Verb = async (call) => {
  const isPair = (word: string) =>
    /^[^=]+=/.test(word) || /^[^/=]*[^=]-$/.test(word) || /^[\w.-]+\/[\w.-]+-$/.test(word);
  const pairs = call.words.slice(1).filter(isPair);
  const words = call.words.filter((word, at) => at === 0 || !pairs.includes(word));
  if (pairs.length === 0)
    return { class: "read", targets: targetsOf(await named(call, words), "read", call.place, call.flags) };
  const values = pairs.map((pair) =>
    pair.includes("=") ? pair.split(/=(.*)/s).slice(0, 2) : [pair.slice(0, -1), null],
  );
  const field = call.verb === "label" ? "labels" : "annotations";
  return patching(call, words, {}, { [field]: Object.fromEntries(values) });
};

export const taint: Verb = async (call) => {
  const words = call.words.filter((word) => !/[:=]|-$/.test(word));
  const taints = call.words.filter((word) => /[:=]/.test(word) && !word.endsWith("-"));
  const spec = {
    taints: taints.map((text) => {
      const [, key = "", value, effect] = /^([^=:]+)(?:=([^:]*))?(?::(.*))?$/.exec(text) ?? [];
      return { key, ...(value !== undefined && { value }), ...(effect !== undefined && { effect }) };
    }),
  };
  const act = await patching(call, call.flags.on("all") ? ["nodes"] : words, { spec });
  // Pods that do not tolerate this one have to go.
  return taints.some((text) => text.endsWith(":NoExecute")) ? { ...act, class: "destroy" } : act;
};

export const edit: Verb = async (call) => {
  call.scene.unknown("what is edited is known only when the command runs");
  return { class: "mutate", targets: targetsOf(await named(call), "edit", call.place, call.flags) };
};

/** A node that loses its pods, or gets no new ones. */
export const node: Verb = (call) => {
  const names = call.words.map((word) => word.replace(/^nodes?\//, ""));
  const nodes = (names.length === 0 ? ["*"] : names).map((name) => ({
    kind: "Node",
    apiVersion: "v1",
    namespaced: false,
    name,
  }));
  const targets = targetsOf(nodes, call.verb, call.place, call.flags);
  return { class: call.verb === "drain" ? "destroy" : "mutate", targets };
};

export const rollout: Verb = async (call) => {
  const [what = "", ...words] = call.words;
  const operation = `rollout ${what}`;
  const found = await named(call, words);
  if (what === "status" || what === "history") {
    return { class: "read", operation, targets: targetsOf(found, "read", call.place, call.flags) };
  }
  if (what === "undo") call.scene.unknown("which state it goes back to is known only when the command runs");
  const kind = ["restart", "undo", "pause", "resume"].includes(what) ? "mutate" : "unknown";
  return { class: kind, operation, targets: targetsOf(found, operation, call.place, call.flags) };
};
