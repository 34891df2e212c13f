import type { Application, Blueprint, Part } from "./model.ts";
import { client, namespace, object, onlyFrom, workload } from "./objects.ts";
import {
  budgetOf,
  callsFrom,
  fromConfig,
  fromSecret,
  neighbour,
  nextRelease,
  partOf,
  redis,
  settings,
  urlOf,
} from "./parts.ts";
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

function build(variant: Variant): Blueprint {
  const home = variant.word("home", ["retail", "outlet", "market", "bazaar", "emporium", "corner"]);
  const namespaces = { home, twin: `${home}-next`, other: "billing", clients: "visitors" };
  const names = {
    front: variant.word("front", ["storefront", "portal", "entrance", "window"]),
    catalog: variant.word("catalog", ["catalog", "products", "listing", "shelf"]),
    cart: variant.word("cart", ["cart", "basket", "trolley", "bag"]),
    store: variant.word("store", ["cache", "memory", "stash", "vault"]),
  };
  const part = (role: keyof typeof names, more: Partial<Part> = {}): Part => {
    const journey = role === "store" ? seen.cart : seen[role];
    return partOf(variant, { role, namespace: home, name: names[role], journey }, more);
  };
  const catalog = part("catalog", { replicas: 2 });
  const store = part("store", {
    kind: "StatefulSet",
    image: "airworthy.local/redis",
    secret: `${names.store}-login`,
    claim: `data-${names.store}-0`,
  });
  const cart = part("cart", { secret: store.secret, callees: ["store"] });
  const asked = ["catalog", "cart"];
  const front = part("front", { replicas: 2, config: `${names.front}-settings`, asks: asked, callees: asked });
  const invoices = neighbour(variant, namespaces.other, "invoices", seen.invoices);

  const objects = [
    ...Object.values(namespaces).map((name) => namespace(name, { team: name === "billing" ? "billing" : "shop" })),
    ...inNamespace(variant, { front, catalog, cart, store }),
    ...[front, catalog].flatMap((each) => nextRelease(each, namespaces.twin)),
    ...workload(invoices, { env: [{ name: "MESSAGE", value: "invoices" }] }),
    client("visitor", namespaces.clients, { app: "visitor" }),
    client("stranger", home, { app: "stranger" }),
  ];
  const call = callsFrom({ namespace: namespaces.clients, labels: { app: "visitor" } });
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
      call(seen.invoices, invoices, "/", {
        status: 200,
        contains: "invoices",
      }),
      {
        ...call("a stranger cannot reach the store", store, "/", "blocked"),
        from: { namespace: home, labels: { app: "stranger" } },
      },
    ],
    memory: {
      write: [{ ...call("a visitor orders", cart, "/items", { status: 201 }), method: "POST", body: item }],
      read: [call("the order is still there", cart, "/items", { status: 200, contains: item })],
    },
  };
}

function inNamespace(
  variant: Variant,
  { front, catalog, cart, store }: Record<"front" | "catalog" | "cart" | "store", Part>,
) {
  const { login, objects } = redis(store, variant.password("store"));
  return [
    login,
    object("v1", "ConfigMap", front.config ?? "", front.namespace, {
      data: {
        UPSTREAMS: `catalog=${urlOf(catalog, "/")} cart=${urlOf(cart, "/items")}`,
        MESSAGE: "welcome",
      },
    }),
    ...objects,
    ...workload(catalog, { env: [...settings(catalog), { name: "MESSAGE", value: "goods" }] }),
    ...workload(cart, {
      env: [...settings(cart), fromSecret(cart, "REDIS_URL", "url")],
      probe: { httpGet: { path: "/readyz", port: cart.targetPort } },
    }),
    ...workload(front, { env: [...settings(front), ...fromConfig(front, "UPSTREAMS", "MESSAGE")] }),
    onlyFrom(store, [cart]),
    budgetOf(front),
  ];
}
