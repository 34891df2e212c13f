import type { Application, Blueprint, Journey, Part } from "./model.ts";
import { client, namespace, nightly, object, onlyFrom, workload } from "./objects.ts";
import type { Variant } from "./variant.ts";

const seen = {
  front: "bookkeepers see the overview with entries and balance",
  api: "bookkeepers read the entries",
  report: "bookkeepers get the balance",
  archive: "bookkeepers read the receipts",
  closing: "the nightly closing works",
  payslips: "the neighbouring team's payslips answer",
};

/** Bookkeepers → front → api → store, and a report that computes, an archive with files, a closing every night. */
export const ledger: Application = {
  name: "ledger",
  about: "a ledger: an API that keeps its entries in PostgreSQL, a report, an archive of receipts, a nightly closing",
  needs: ["dns", "network-policy", "storage"],
  build,
};

const image = {
  app: "airworthy.local/app",
  postgres: "airworthy.local/postgres",
  toolbox: "airworthy.local/toolbox",
};

type Role = "front" | "api" | "report" | "archive" | "store";

function build(variant: Variant): Blueprint {
  const home = variant.word("home", ["treasury", "accounts", "clearing", "finance", "books", "tally"]);
  const namespaces = { home, twin: `${home}-next`, other: "payroll", clients: "bookkeepers" };
  const names: Record<Role, string> = {
    front: variant.word("front", ["overview", "desk", "dashboard", "cockpit"]),
    api: variant.word("api", ["entries", "postings", "journal", "bookings"]),
    report: variant.word("report", ["balance", "statement", "summary", "report"]),
    archive: variant.word("archive", ["receipts", "archive", "vouchers", "files"]),
    store: variant.word("store", ["database", "postgres", "records", "tables"]),
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
    labels: { app: names[role], tier: role === "store" ? "data" : "service" },
    image: image.app,
    account: names[role],
    config: undefined,
    secret: undefined,
    claim: undefined,
    journey: role === "store" ? seen.api : seen[role],
    ...more,
  });
  const store = part("store", {
    kind: "StatefulSet",
    image: image.postgres,
    port: 5432,
    targetPort: variant.number("store target", 5433, 5499),
    secret: `${names.store}-login`,
    claim: `data-${names.store}-0`,
  });
  const closing = variant.word("closing", ["closing", "settlement", "carry-over", "reconcile"]);
  const api = part("api", {
    replicas: 2,
    config: `${names.api}-settings`,
    secret: store.secret,
    job: { name: closing, container: "main", config: `${closing}-settings`, journey: seen.closing },
  });
  const report = part("report", { computes: true });
  const archive = part("archive", { claim: `${names.archive}-files` });
  const front = part("front", { replicas: 2, config: `${names.front}-settings`, asks: ["api", "report"] });
  const parts = { front, api, report, archive, store };
  const payslips = neighbour(namespaces.other, variant);

  const visitors = { namespace: namespaces.clients, labels: { app: "bookkeeper" } };
  const call = (name: string, to: Part, path: string, expect: Journey["expect"]): Journey => ({
    name,
    from: visitors,
    url: urlOf(to, path),
    method: "GET",
    expect,
  });
  const post = (name: string, to: Part, body: string): Journey => ({
    ...call(name, to, "/items", { status: 201 }),
    method: "POST",
    body,
  });
  const entry = `entry-${variant.number("entry", 1000, 9999)}`;
  const receipt = `receipt-${variant.number("receipt", 1000, 9999)}`;
  return {
    application: ledger.name,
    variant,
    namespaces,
    parts,
    objects: [
      ...Object.values(namespaces).map((name) =>
        namespace(name, { team: name === namespaces.other ? "payroll" : "ledger" }),
      ),
      ...configuration(variant, parts),
      ...services(variant, parts),
      ...batch(variant, api),
      ...[front, api].flatMap((each) => nextRelease(each, namespaces.twin)),
      ...workload(payslips, { env: [{ name: "MESSAGE", value: "payslips" }] }),
      client("bookkeeper", namespaces.clients, { app: "bookkeeper" }),
      client("stranger", home, { app: "stranger" }),
    ],
    journeys: [
      call(seen.front, front, "/call", { status: 200, contains: ["postgres", "balanced"] }),
      call(seen.api, api, "/items", { status: 200, contains: "postgres" }),
      call(seen.report, report, "/", { status: 200, contains: "balanced" }),
      call(seen.archive, archive, "/items", { status: 200, contains: "file" }),
      call(seen.payslips, payslips, "/", { status: 200, contains: "payslips" }),
      {
        name: "a stranger cannot reach the store",
        from: { namespace: home, labels: { app: "stranger" } },
        url: urlOf(store, "/"),
        method: "GET",
        expect: "blocked",
      },
      {
        name: seen.closing,
        from: { namespace: home, labels: { app: closing } },
        url: `cronjob/${closing}`,
        method: "POST",
        expect: { status: 0 },
        job: closing,
      },
    ],
    memory: {
      write: [post("a bookkeeper enters", api, entry), post("a bookkeeper files a receipt", archive, receipt)],
      read: [
        call("the entry is still there", api, "/items", { status: 200, contains: entry }),
        call("the receipt is still there", archive, "/items", { status: 200, contains: receipt }),
      ],
    },
  };
}

function urlOf(part: Part, path: string): string {
  return `http://${part.name}.${part.namespace}.svc.cluster.local:${part.port}${path}`;
}

type Parts = Readonly<Record<Role, Part>>;

function configuration(variant: Variant, { front, api, report, archive, store }: Parts) {
  const password = variant.password("store");
  const settings = (part: Part, data: Readonly<Record<string, string>>) =>
    object("v1", "ConfigMap", part.config ?? "", part.namespace, { data });
  return [
    object("v1", "Secret", store.secret ?? "", store.namespace, {
      stringData: { password, url: `postgres://ledger:${password}@${store.name}:${store.port}/ledger` },
    }),
    settings(front, { UPSTREAMS: `api=${urlOf(api, "/items")} report=${urlOf(report, "/")}`, MESSAGE: "overview" }),
    settings(api, { TIMEOUT_SECONDS: "2", MESSAGE: "entries" }),
    object("v1", "PersistentVolumeClaim", archive.claim ?? "", archive.namespace, {
      spec: { accessModes: ["ReadWriteOnce"], resources: { requests: { storage: "64Mi" } } },
    }),
  ];
}

function services(variant: Variant, { front, api, report, archive, store }: Parts) {
  const value = (name: string, text: string) => ({ name, value: text });
  const own = (part: Part) => [value("SERVICE", part.name), value("PORT", String(part.targetPort))];
  const secret = (name: string, key: string) => ({ name, valueFrom: { secretKeyRef: { name: store.secret, key } } });
  const config = (part: Part, ...keys: readonly string[]) =>
    keys.map((key) => ({ name: key, valueFrom: { configMapKeyRef: { name: part.config, key } } }));
  const data = "/var/lib/postgresql/data";
  return [
    ...workload(store, {
      env: [
        value("POSTGRES_USER", "ledger"),
        value("PGPORT", String(store.targetPort)),
        value("PGDATA", `${data}/ledger`),
        secret("POSTGRES_PASSWORD", "password"),
      ],
      probe: { tcpSocket: { port: store.targetPort } },
      resources: { requests: { cpu: "20m", memory: "64Mi" }, limits: { memory: "256Mi" } },
      mounts: [{ name: "data", mountPath: data }],
    }),
    ...workload(api, {
      env: [...own(api), ...config(api, "TIMEOUT_SECONDS", "MESSAGE"), secret("DATABASE_URL", "url")],
      probe: { httpGet: { path: "/readyz", port: api.targetPort } },
    }),
    ...workload(report, {
      env: [
        ...own(report),
        value("ROOT", "burn"),
        value("BURN_MS", String(variant.number("burn", 80, 120))),
        value("MESSAGE", "balanced"),
      ],
    }),
    ...workload(archive, {
      env: [...own(archive), value("DATA_DIR", "/data")],
      mounts: [{ name: "files", mountPath: "/data" }],
      volumes: [{ name: "files", persistentVolumeClaim: { claimName: archive.claim } }],
    }),
    ...workload(front, { env: [...own(front), ...config(front, "UPSTREAMS", "MESSAGE")] }),
    onlyFrom(store, [api]),
    object("policy/v1", "PodDisruptionBudget", front.name, front.namespace, {
      spec: { minAvailable: 1, selector: { matchLabels: front.labels } },
    }),
  ];
}

/** Counts one more closed day. */
function batch(variant: Variant, api: Part) {
  const { name = "", container = "", config = "" } = api.job ?? {};
  const schedule = `${variant.number("closing minute", 0, 59)} ${variant.number("closing hour", 1, 4)} * * *`;
  return [
    object("v1", "ConfigMap", config, api.namespace, { data: { TARGET: urlOf(api, "/counter") } }),
    nightly(name, api.namespace, schedule, {
      name: container,
      image: image.toolbox,
      command: ["sh", "-c", 'curl -fsS -m 20 -X POST "$TARGET"'],
      env: [{ name: "TARGET", valueFrom: { configMapKeyRef: { name: config, key: "TARGET" } } }],
    }),
  ];
}

/** The next release, in a namespace with almost the same name: not what anybody complains about. */
function nextRelease(part: Part, namespace: string) {
  const env = { PORT: String(part.targetPort), MESSAGE: "next release" };
  return workload(
    { ...part, namespace, replicas: 1 },
    { env: Object.entries(env).map(([name, value]) => ({ name, value })) },
  );
}

function neighbour(namespace: string, variant: Variant): Part {
  return {
    role: "neighbour",
    kind: "Deployment",
    namespace,
    name: "payslips",
    container: "main",
    port: 80,
    targetPort: 8080,
    replicas: variant.number("payslips", 1, 2),
    labels: { app: "payslips" },
    image: image.app,
    account: "payslips",
    config: undefined,
    secret: undefined,
    claim: undefined,
    journey: seen.payslips,
  };
}
