import type { Application, Blueprint, Journey, Part } from "./model.ts";
import { client, namespace, object, onlyFrom, workload } from "./objects.ts";
import type { Variant } from "./variant.ts";

const seen = {
  front: "visitors see the front page with catalog and cart",
  catalog: "visitors read the catalog",
  cart: "visitors see their items",
  invoices: "the neighbouring team's invoices answer",
};

/** Visitors → front → catalog and cart → store. The cart alone may reach the store, and keeps its items there. */
export const shop: Application = {
  name: "shop",
  about: "a web shop: a front page, a catalog, a cart that keeps its items in Redis",
  needs: ["dns", "network-policy", "storage"],
  build,
};

const image = { app: "airworthy.local/app", redis: "airworthy.local/redis" };

function build(variant: Variant): Blueprint {
  const home = variant.word("home", ["retail", "outlet", "market", "bazaar", "emporium", "corner"]);
  const namespaces = { home, twin: `${home}-next`, other: "billing", clients: "visitors" };
  const names = {
    front: variant.word("front", ["storefront", "portal", "entrance", "window"]),
    catalog: variant.word("catalog", ["catalog", "products", "listing", "shelf"]),
    cart: variant.word("cart", ["cart", "basket", "trolley", "bag"]),
    store: variant.word("store", ["cache", "memory", "stash", "vault"]),
  };
  const part = (role: keyof typeof names, more: Partial<Part> = {}): Part => ({
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
    journey: role === "store" ? seen.cart : seen[role],
    ...more,
  });
  const catalog = part("catalog", { replicas: 2 });
  const store = part("store", {
    kind: "StatefulSet",
    image: image.redis,
    secret: `${names.store}-login`,
    claim: `data-${names.store}-0`,
  });
  const cart = part("cart", { secret: store.secret, callees: ["store"] });
  const asked = ["catalog", "cart"];
  const front = part("front", { replicas: 2, config: `${names.front}-settings`, asks: asked, callees: asked });

  const objects = [
    ...Object.values(namespaces).map((name) => namespace(name, { team: name === "billing" ? "billing" : "shop" })),
    ...inNamespace(variant, { front, catalog, cart, store }),
    ...twin(namespaces.twin, front, catalog),
    ...workload(neighbour(namespaces.other, variant), { env: [{ name: "MESSAGE", value: "invoices" }] }),
    client("visitor", namespaces.clients, { app: "visitor" }),
    client("stranger", home, { app: "stranger" }),
  ];
  const visitors = { namespace: namespaces.clients, labels: { app: "visitor" } };
  const call = (name: string, to: Part, path: string, expect: Journey["expect"]): Journey => ({
    name,
    from: visitors,
    url: urlOf(to, path),
    method: "GET",
    expect,
  });
  const item = `order-${variant.number("order", 1000, 9999)}`;
  return {
    application: shop.name,
    variant,
    namespaces,
    parts: { front, catalog, cart, store },
    objects,
    journeys: [
      call(seen.front, front, "/call", { status: 200, contains: ["goods", "items"] }),
      call(seen.catalog, catalog, "/", { status: 200, contains: "goods" }),
      call(seen.cart, cart, "/items", { status: 200 }),
      call(seen.invoices, neighbour(namespaces.other, variant), "/", {
        status: 200,
        contains: "invoices",
      }),
      {
        name: "a stranger cannot reach the store",
        from: { namespace: home, labels: { app: "stranger" } },
        url: urlOf(store, "/"),
        method: "GET",
        expect: "blocked",
      },
    ],
    memory: {
      write: [{ ...call("a visitor orders", cart, "/items", { status: 201 }), method: "POST", body: item }],
      read: [call("the order is still there", cart, "/items", { status: 200, contains: item })],
    },
  };
}

function urlOf(part: Part, path: string): string {
  return `http://${part.name}.${part.namespace}.svc.cluster.local:${part.port}${path}`;
}

function inNamespace(
  variant: Variant,
  { front, catalog, cart, store }: Record<"front" | "catalog" | "cart" | "store", Part>,
) {
  const password = variant.password("store");
  const from = (name: string, key: string) => ({ name, valueFrom: { secretKeyRef: { name: store.secret, key } } });
  const settings = (part: Part) => [
    { name: "SERVICE", value: part.name },
    { name: "PORT", value: String(part.targetPort) },
  ];
  return [
    object("v1", "Secret", store.secret ?? "", store.namespace, {
      stringData: { password, url: `redis://:${password}@${store.name}:${store.port}` },
    }),
    object("v1", "ConfigMap", front.config ?? "", front.namespace, {
      data: {
        UPSTREAMS: `catalog=${urlOf(catalog, "/")} cart=${urlOf(cart, "/items")}`,
        MESSAGE: "welcome",
      },
    }),
    ...workload(store, {
      env: [from("PASSWORD", "password")],
      args: ["--port", String(store.targetPort), "--requirepass", "$(PASSWORD)", "--appendonly", "yes"],
      probe: { tcpSocket: { port: store.targetPort } },
      mounts: [{ name: "data", mountPath: "/data" }],
    }),
    ...workload(catalog, { env: [...settings(catalog), { name: "MESSAGE", value: "goods" }] }),
    ...workload(cart, {
      env: [...settings(cart), from("REDIS_URL", "url")],
      probe: { httpGet: { path: "/readyz", port: cart.targetPort } },
    }),
    ...workload(front, {
      env: [
        ...settings(front),
        ...["UPSTREAMS", "MESSAGE"].map((key) => ({
          name: key,
          valueFrom: { configMapKeyRef: { name: front.config, key } },
        })),
      ],
    }),
    onlyFrom(store, [cart]),
    object("policy/v1", "PodDisruptionBudget", front.name, front.namespace, {
      spec: { minAvailable: 1, selector: { matchLabels: front.labels } },
    }),
  ];
}

/** The next release, in a namespace with almost the same name: not what anybody complains about. */
function twin(namespace: string, ...parts: readonly Part[]) {
  return parts.flatMap((part) =>
    workload(
      { ...part, namespace, replicas: 1 },
      {
        env: [
          { name: "PORT", value: String(part.targetPort) },
          { name: "MESSAGE", value: "next release" },
        ],
      },
    ),
  );
}

function neighbour(namespace: string, variant: Variant): Part {
  return {
    role: "neighbour",
    kind: "Deployment",
    namespace,
    name: "invoices",
    container: "main",
    port: 80,
    targetPort: 8080,
    replicas: variant.number("invoices", 1, 2),
    labels: { app: "invoices" },
    image: image.app,
    account: "invoices",
    config: undefined,
    secret: undefined,
    claim: undefined,
    journey: seen.invoices,
  };
}
