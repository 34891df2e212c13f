import type { Application, Blueprint, Journey, Part } from "./model.ts";
import { client, namespace, nightly, object, onlyFrom, workload } from "./objects.ts";
import {
  budgetOf,
  callsFrom,
  fromConfig,
  fromSecret,
  neighbour,
  nextRelease,
  partOf,
  settings,
  urlOf,
} from "./parts.ts";
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
  const part = (role: Role, more: Partial<Part> = {}): Part => {
    const journey = role === "store" ? seen.api : seen[role];
    return partOf(variant, { role, namespace: home, name: names[role], journey }, more);
  };
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
  const payslips = neighbour(variant, namespaces.other, "payslips", seen.payslips);

  const call = callsFrom({ namespace: namespaces.clients, labels: { app: "bookkeeper" } });
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
        ...call("a stranger cannot reach the store", store, "/", "blocked"),
        from: { namespace: home, labels: { app: "stranger" } },
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
  const data = "/var/lib/postgresql/data";
  return [
    ...workload(store, {
      env: [
        value("POSTGRES_USER", "ledger"),
        value("PGPORT", String(store.targetPort)),
        value("PGDATA", `${data}/ledger`),
        fromSecret(store, "POSTGRES_PASSWORD", "password"),
      ],
      probe: { tcpSocket: { port: store.targetPort } },
      resources: { requests: { cpu: "20m", memory: "64Mi" }, limits: { memory: "256Mi" } },
      mounts: [{ name: "data", mountPath: data }],
    }),
    ...workload(api, {
      env: [
        ...settings(api),
        ...fromConfig(api, "TIMEOUT_SECONDS", "MESSAGE"),
        fromSecret(store, "DATABASE_URL", "url"),
      ],
      probe: { httpGet: { path: "/readyz", port: api.targetPort } },
    }),
    ...workload(report, {
      env: [
        ...settings(report),
        value("ROOT", "burn"),
        value("BURN_MS", String(variant.number("burn", 80, 120))),
        value("MESSAGE", "balanced"),
      ],
    }),
    ...workload(archive, {
      env: [...settings(archive), value("DATA_DIR", "/data")],
      mounts: [{ name: "files", mountPath: "/data" }],
      volumes: [{ name: "files", persistentVolumeClaim: { claimName: archive.claim } }],
    }),
    ...workload(front, { env: [...settings(front), ...fromConfig(front, "UPSTREAMS", "MESSAGE")] }),
    onlyFrom(store, [api]),
    budgetOf(front),
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
