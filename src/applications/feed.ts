import type { Application, Blueprint, Journey, Part } from "./model.ts";
import { client, namespace, object, onlyFrom, type Running, workload } from "./objects.ts";
import { budgetOf, callsFrom, fromSecret, neighbour, partOf, redis, settings } from "./parts.ts";
import { egressTo, nameLookup, podsIn, policy } from "./policies.ts";
import type { Variant } from "./variant.ts";

const seen = {
  intake: "producers hand in their reports",
  worker: "the worker is ready for what comes in",
  reader: "producers see what was processed",
  rules: "producers read the rules",
  summaries: "the neighbouring team's summaries answer",
};

type Role = "intake" | "queue" | "worker" | "reader" | "rules";
const producer = { app: "producer" };

/** Producers → intake → queue → worker → queue → reader; beside them the rules, which are read from the API. */
export const feed: Application = {
  name: "feed",
  about: "a feed of reports: an intake, a queue in Redis, a worker, a reader, and rules that are kept in the cluster",
  needs: ["dns", "network-policy", "storage"],
  build,
};

function build(variant: Variant): Blueprint {
  const home = variant.word("home", ["newswire", "telemetry", "metering", "tracking", "dispatch", "bulletin"]);
  const namespaces = { home, twin: `${home}-staging`, other: "research", clients: "producers" };
  const parts = partsOf(home, variant);
  const { intake, queue, worker, reader, rules } = parts;
  const limit = String(variant.number("limit", 200, 900));
  const call = callsFrom({ namespace: namespaces.clients, labels: producer });
  const summaries = neighbour(variant, namespaces.other, "summaries", seen.summaries);
  const stopped = (who: string, place: Journey["from"]): Journey => ({
    ...call(`${who} cannot reach the queue`, queue, "/", "blocked"),
    from: place,
  });
  const report = `report-${variant.number("report", 1000, 9999)}`;
  return {
    application: feed.name,
    variant,
    namespaces,
    parts: { ...parts },
    objects: [
      ...Object.values(namespaces).map((name) => namespace(name, { team: name === "research" ? name : "feed" })),
      ...inNamespace(variant, parts, limit),
      ...policies(namespaces.clients, parts),
      ...[intake, reader].flatMap((part) => workload({ ...part, namespace: namespaces.twin, replicas: 1 }, next(part))),
      ...workload(summaries, { env: [{ name: "MESSAGE", value: "summaries" }] }),
      client("producer", namespaces.clients, producer),
      client("analyst", namespaces.other, { app: "analyst" }),
      client("stranger", home, { app: "stranger" }),
    ],
    journeys: [
      call(seen.intake, intake, "/items", { status: 200, contains: '"redis"' }),
      call(seen.worker, worker, "/readyz", { status: 200 }),
      call(seen.reader, reader, "/items", { status: 200, contains: '"redis"' }),
      call(seen.rules, rules, "/settings", { status: 200, contains: limit }),
      call(seen.summaries, summaries, "/", { status: 200, contains: "summaries" }),
      stopped("a stranger", { namespace: home, labels: { app: "stranger" } }),
      stopped("the neighbouring team", { namespace: namespaces.other, labels: { app: "analyst" } }),
    ],
    memory: {
      write: [
        { ...call("a producer hands in a report", intake, "/items", { status: 201 }), method: "POST", body: report },
      ],
      read: [call("the report was processed and is still there", reader, "/items", { status: 200, contains: report })],
    },
  };
}

function partsOf(home: string, variant: Variant): Record<Role, Part> {
  const names: Record<Role, string> = {
    intake: variant.word("intake", ["intake", "gateway", "receiver", "inbox"]),
    queue: variant.word("queue", ["queue", "backlog", "buffer", "conveyor"]),
    worker: variant.word("worker", ["worker", "processor", "refiner", "engine"]),
    reader: variant.word("reader", ["reader", "viewer", "board", "display"]),
    rules: variant.word("rules", ["rules", "guide", "codex", "charter"]),
  };
  const part = (role: Role, more: Partial<Part> = {}): Part => {
    const [name, journey] = [names[role], role === "queue" ? seen.reader : seen[role]];
    return partOf(variant, { role, namespace: home, name, journey }, { callers: `${name}-callers`, ...more });
  };
  const secret = `${names.queue}-login`;
  const onQueue = (role: Role) => ({ secret, callees: ["queue"], calls: `${names[role]}-calls` });
  return {
    intake: part("intake", { replicas: 2, ...onQueue("intake") }),
    queue: part("queue", {
      kind: "StatefulSet",
      image: "airworthy.local/redis",
      secret,
      claim: `data-${names.queue}-0`,
    }),
    worker: part("worker", onQueue("worker")),
    reader: part("reader", onQueue("reader")),
    rules: part("rules", {
      calls: `${names.rules}-calls`,
      reads: { configMap: `${names.rules}-book`, role: `${names.rules}-reading`, binding: `${names.rules}-reading` },
    }),
  };
}

function inNamespace(variant: Variant, { intake, queue, worker, reader, rules }: Record<Role, Part>, limit: string) {
  const { login, objects } = redis(queue, variant.password("store"));
  const running = (part: Part, list: string, more: readonly object[] = []): Running => ({
    env: [
      ...settings(part),
      fromSecret(queue, "REDIS_URL", "url"),
      { name: "LIST", value: list },
      ...more,
    ] as Running["env"] & {},
    probe: { httpGet: { path: "/readyz", port: part.targetPort } },
  });
  const { configMap = "", role = "", binding = "" } = rules.reads ?? {};
  const rbac = "rbac.authorization.k8s.io";
  return [
    login,
    ...objects,
    ...workload(intake, running(intake, "incoming")),
    ...workload(worker, {
      ...running(worker, "processed", [{ name: "WORK_ON", value: "incoming" }]),
      resources: { requests: { cpu: "50m", memory: "32Mi" }, limits: { cpu: "500m", memory: "128Mi" } },
    }),
    ...workload(reader, running(reader, "processed")),
    object("v1", "ConfigMap", configMap, rules.namespace, { data: { limit, language: "plain" } }),
    object(`${rbac}/v1`, "Role", role, rules.namespace, { rules: readingOf(configMap) }),
    object(`${rbac}/v1`, "RoleBinding", binding, rules.namespace, {
      roleRef: { apiGroup: rbac, kind: "Role", name: role },
      subjects: [{ kind: "ServiceAccount", name: rules.account, namespace: rules.namespace }],
    }),
    ...workload(rules, { env: [...settings(rules), { name: "SETTINGS", value: configMap }] }),
    budgetOf(intake),
  ];
}

/** The right to read one ConfigMap, as the rules of a Role. */
function readingOf(configMap: string): readonly object[] {
  return [{ apiGroups: [""], resources: ["configmaps"], resourceNames: [configMap], verbs: ["get"] }];
}

/** Nothing gets in or out that is not named here. */
function policies(clients: string, { intake, queue, worker, reader, rules }: Record<Role, Part>) {
  const { namespace } = queue;
  const of = (part: Part, name: string | undefined, rules: object) =>
    policy(name ?? "", namespace, { podSelector: { matchLabels: part.labels }, ...rules });
  const inwards = (part: Part) => [
    { from: [podsIn(clients, producer)], ports: [{ port: part.targetPort, protocol: "TCP" }] },
  ];
  return [
    policy("deny-by-default", namespace, { podSelector: {}, policyTypes: ["Ingress", "Egress"] }),
    policy("name-lookup", namespace, { podSelector: {}, policyTypes: ["Egress"], egress: [nameLookup] }),
    onlyFrom(queue, [intake, worker, reader]),
    ...[intake, worker, reader, rules].map((part) =>
      of(part, part.callers, { policyTypes: ["Ingress"], ingress: inwards(part) }),
    ),
    ...[intake, worker, reader].map((part) =>
      of(part, part.calls, { policyTypes: ["Egress"], egress: egressTo([queue]) }),
    ),
    // The API server has no pods to select: its ports have to do.
    of(rules, rules.calls, {
      policyTypes: ["Egress"],
      egress: [{ ports: [443, 6443].map((port) => ({ port, protocol: "TCP" })) }],
    }),
  ];
}

/** The next release, which nobody complains about. */
function next(part: Part): Running {
  return { env: [...settings(part), { name: "MESSAGE", value: "next release" }] };
}
