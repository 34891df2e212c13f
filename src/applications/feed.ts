import type { Application, Blueprint, Journey, Part } from "./model.ts";
import { client, namespace, object, onlyFrom, type Running, workload } from "./objects.ts";
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
const image = { app: "airworthy.local/app", redis: "airworthy.local/redis" };
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
  const call = (name: string, to: Part, path: string, expect: Journey["expect"]): Journey => ({
    name,
    from: { namespace: namespaces.clients, labels: producer },
    url: urlOf(to, path),
    method: "GET",
    expect,
  });
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
      ...workload(neighbour(namespaces.other, variant), { env: [{ name: "MESSAGE", value: "summaries" }] }),
      client("producer", namespaces.clients, producer),
      client("analyst", namespaces.other, { app: "analyst" }),
      client("stranger", home, { app: "stranger" }),
    ],
    journeys: [
      call(seen.intake, intake, "/items", { status: 200, contains: '"redis"' }),
      call(seen.worker, worker, "/readyz", { status: 200 }),
      call(seen.reader, reader, "/items", { status: 200, contains: '"redis"' }),
      call(seen.rules, rules, "/settings", { status: 200, contains: limit }),
      call(seen.summaries, neighbour(namespaces.other, variant), "/", { status: 200, contains: "summaries" }),
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
  const part = (role: Role, more: Partial<Part> = {}): Part => ({
    role,
    kind: "Deployment",
    namespace: home,
    name: names[role],
    container: "main",
    port: variant.number(`${role} port`, 80, 99),
    targetPort: variant.number(`${role} target`, 8001, 8099),
    replicas: 1,
    labels: { app: names[role], tier: role === "queue" ? "data" : "service" },
    image: image.app,
    account: names[role],
    config: undefined,
    secret: undefined,
    claim: undefined,
    journey: role === "queue" ? seen.reader : seen[role],
    callers: `${names[role]}-callers`,
    ...more,
  });
  const secret = `${names.queue}-login`;
  const onQueue = (role: Role) => ({ secret, callees: ["queue"], calls: `${names[role]}-calls` });
  return {
    intake: part("intake", { replicas: 2, ...onQueue("intake") }),
    queue: part("queue", { kind: "StatefulSet", image: image.redis, secret, claim: `data-${names.queue}-0` }),
    worker: part("worker", onQueue("worker")),
    reader: part("reader", onQueue("reader")),
    rules: part("rules", {
      calls: `${names.rules}-calls`,
      reads: { configMap: `${names.rules}-book`, role: `${names.rules}-reading`, binding: `${names.rules}-reading` },
    }),
  };
}

function inNamespace(variant: Variant, { intake, queue, worker, reader, rules }: Record<Role, Part>, limit: string) {
  const password = variant.password("store");
  const from = (name: string, key: string) => ({ name, valueFrom: { secretKeyRef: { name: queue.secret, key } } });
  const running = (part: Part, list: string, more: readonly object[] = []): Running => ({
    env: [...settings(part), from("REDIS_URL", "url"), { name: "LIST", value: list }, ...more] as Running["env"] & {},
    probe: { httpGet: { path: "/readyz", port: part.targetPort } },
  });
  const { configMap = "", role = "", binding = "" } = rules.reads ?? {};
  const rbac = "rbac.authorization.k8s.io";
  return [
    object("v1", "Secret", queue.secret ?? "", queue.namespace, {
      stringData: { password, url: `redis://:${password}@${queue.name}:${queue.port}` },
    }),
    ...workload(queue, {
      env: [from("PASSWORD", "password")],
      args: ["--port", String(queue.targetPort), "--requirepass", "$(PASSWORD)", "--appendonly", "yes"],
      probe: { tcpSocket: { port: queue.targetPort } },
      mounts: [{ name: "data", mountPath: "/data" }],
    }),
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
    object("policy/v1", "PodDisruptionBudget", intake.name, intake.namespace, {
      spec: { minAvailable: 1, selector: { matchLabels: intake.labels } },
    }),
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

function settings(part: Part) {
  return [
    { name: "SERVICE", value: part.name },
    { name: "PORT", value: String(part.targetPort) },
  ];
}

/** The next release, which nobody complains about. */
function next(part: Part): Running {
  return { env: [...settings(part), { name: "MESSAGE", value: "next release" }] };
}

function urlOf(part: Part, path: string): string {
  return `http://${part.name}.${part.namespace}.svc.cluster.local:${part.port}${path}`;
}

function neighbour(namespace: string, variant: Variant): Part {
  return {
    role: "neighbour",
    kind: "Deployment",
    namespace,
    name: "summaries",
    container: "main",
    port: 80,
    targetPort: 8080,
    replicas: variant.number("summaries", 1, 2),
    labels: { app: "summaries" },
    image: image.app,
    account: "summaries",
    config: undefined,
    secret: undefined,
    claim: undefined,
    journey: seen.summaries,
  };
}
