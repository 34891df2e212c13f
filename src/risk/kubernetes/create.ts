import type { Fields } from "../documents/json.ts";
import { flowOf } from "../scene.ts";
import { type Act, acting, type Call, partial, type Verb } from "./call.ts";
import { targetsOf } from "./names.ts";

type Make = (call: Call, name: string, words: readonly string[]) => { kind: string; fields?: Fields };

/** `kubectl create WORD NAME`: what the object would say, as far as the options do. */
const kinds: Readonly<Record<string, Make>> = {
  namespace: () => ({ kind: "Namespace" }),
  deployment: (call) => ({ kind: "Deployment", fields: { spec: { ...count(call), template: { spec: pod(call) } } } }),
  job: (call) => ({ kind: "Job", fields: { spec: { template: { spec: pod(call) } } } }),
  cronjob: (call) => ({
    kind: "CronJob",
    fields: {
      spec: { schedule: call.flags.value("schedule") ?? "", jobTemplate: { spec: { template: { spec: pod(call) } } } },
    },
  }),
  secret: (call, _name, [type = "generic"]) => ({ kind: "Secret", fields: { type, data: keysOf(call) } }),
  configmap: (call) => ({ kind: "ConfigMap", fields: { data: keysOf(call) } }),
  service: (_call, _name, [type = "clusterip"]) => ({ kind: "Service", fields: { spec: { type: serviceType(type) } } }),
  serviceaccount: () => ({ kind: "ServiceAccount" }),
  role: (call) => ({ kind: "Role", fields: { rules: rules(call) } }),
  clusterrole: (call) => ({ kind: "ClusterRole", fields: { rules: rules(call) } }),
  rolebinding: (call) => ({ kind: "RoleBinding", fields: binding(call) }),
  clusterrolebinding: (call) => ({ kind: "ClusterRoleBinding", fields: binding(call) }),
  ingress: (call) => ({ kind: "Ingress", fields: { spec: { rules: hosts(call) } } }),
  quota: () => ({ kind: "ResourceQuota" }),
  poddisruptionbudget: (call) => ({
    kind: "PodDisruptionBudget",
    fields: { spec: pick(call, { "min-available": "minAvailable", "max-unavailable": "maxUnavailable" }) },
  }),
  priorityclass: (call) => ({ kind: "PriorityClass", fields: pick(call, { value: "value" }) }),
};

const others: Readonly<Record<string, string>> = {
  ns: "namespace",
  deploy: "deployment",
  cj: "cronjob",
  cm: "configmap",
  svc: "service",
  sa: "serviceaccount",
  ing: "ingress",
  resourcequota: "quota",
  pdb: "poddisruptionbudget",
  pc: "priorityclass",
};

export const createByWords: Verb = (call) => {
  const [word = "", ...rest] = call.words;
  const operation = `create ${word}`;
  if (word === "token") return { ...token(call, rest[0] ?? "*"), operation };
  const make = kinds[others[word] ?? word];
  if (!make) {
    call.scene.unknown(`kubectl create ${word}: this kind is not known here`);
    return { class: "mutate", operation };
  }
  const typed = (word === "secret" || make === kinds.service) && rest.length > 1;
  const name = (typed ? rest[1] : rest[0]) ?? "*";
  const { kind, fields } = make(call, name, typed ? rest : []);
  const object = partial(call, "create", { kind, name, ...(fields && { fields }) });
  const text = JSON.stringify(object.value);
  return { ...acting(call, "mutate", [object], "create"), operation, output: () => flowOf(object.document, text) };
};

/** Whoever reads the output can act as the account. */
function token(call: Call, name: string): Act {
  const named = [{ kind: "ServiceAccount", apiVersion: "v1", namespaced: true, name }];
  return { class: "mutate", targets: targetsOf(named, "create token", call.place, call.flags) };
}

function pod(call: Call): Fields {
  const command = call.flags.rest;
  return {
    containers: call.flags
      .list("image")
      .map((image) => ({ image, ...(command.length > 0 && { command: [...command] }) })),
  };
}

function count(call: Call): Fields {
  const replicas = call.flags.value("replicas");
  return replicas === undefined ? {} : { replicas: Number(replicas) };
}

/** Names only: values may be secrets, and no detector needs them. */
function keysOf(call: Call): Fields {
  const keys = ["from-literal", "from-file"].flatMap((flag) =>
    call.flags.list(flag).map((text) => text.split("=")[0]?.split("/").at(-1) ?? ""),
  );
  return Object.fromEntries(keys.map((key) => [key, ""]));
}

const serviceTypes = ["ClusterIP", "NodePort", "LoadBalancer", "ExternalName"];
export const serviceType = (word: string) =>
  serviceTypes.find((type) => type.toLowerCase() === word.toLowerCase()) ?? word;

function rules(call: Call): Fields[] {
  const resources = call.flags.list("resource").map((text) => text.split("/")[0] ?? "");
  const split = resources.map((text) => text.split(/\.(.*)/s));
  const rule = {
    verbs: call.flags.list("verb"),
    resources: split.map(([name = ""]) => name),
    apiGroups: [...new Set(split.map(([name, group = ""]) => (name === "*" ? "*" : group)))],
    ...(call.flags.all.has("resource-name") && { resourceNames: call.flags.list("resource-name") }),
  };
  const paths = call.flags.list("non-resource-url");
  const more = paths.length === 0 ? [] : [{ verbs: rule.verbs, nonResourceURLs: paths }];
  return resources.length === 0 ? more : [rule, ...more];
}

function binding(call: Call): Fields {
  const clusterRole = call.flags.value("clusterrole");
  const accounts = call.flags.list("serviceaccount").map((text) => {
    const [namespace, name] = text.split(":");
    return { kind: "ServiceAccount", namespace, name };
  });
  return {
    roleRef: {
      apiGroup: "rbac.authorization.k8s.io",
      kind: clusterRole === undefined ? "Role" : "ClusterRole",
      name: clusterRole ?? call.flags.value("role") ?? "*",
    },
    subjects: [
      ...call.flags.list("user").map((name) => ({ kind: "User", name })),
      ...call.flags.list("group").map((name) => ({ kind: "Group", name })),
      ...accounts,
    ],
  };
}

const hosts = (call: Call) =>
  call.flags.list("rule").flatMap((text) => (text.includes("/") ? [{ host: text.split("/")[0] ?? "" }] : []));

export function pick(call: Call, names: Readonly<Record<string, string>>): Fields {
  return Object.fromEntries(
    Object.entries(names).flatMap(([flag, field]) => {
      const value = call.flags.value(flag);
      return value === undefined ? [] : [[field, /^\d+$/.test(value) ? Number(value) : value]];
    }),
  );
}
