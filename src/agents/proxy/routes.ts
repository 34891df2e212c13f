import type { Family, ModelEndpoint } from "./model.ts";

/** A request that may pass: to whom, and whether a model is asked for an answer. */
export interface Route {
  readonly endpoint: ModelEndpoint;
  /** The path below the endpoint's own address. */
  readonly path: string;
  readonly asks: boolean;
}

interface Way {
  readonly method: "GET" | "POST";
  readonly path: RegExp;
  readonly asks: boolean;
}

const name = "[A-Za-z0-9][A-Za-z0-9._-]*";

/** All that passes. What a provider offers besides, such as files, batches and tuning, is nothing an agent needs here. */
const ways: Readonly<Record<Family, readonly Way[]>> = {
  anthropic: [
    { method: "POST", path: /^\/v1\/messages$/, asks: true },
    { method: "POST", path: /^\/v1\/messages\/count_tokens$/, asks: false },
    { method: "GET", path: new RegExp(`^/v1/models(/${name})?$`), asks: false },
  ],
  openai: [
    { method: "POST", path: /^\/v1\/(chat\/completions|responses)$/, asks: true },
    { method: "GET", path: new RegExp(`^/v1/models(/${name}(/${name})?)?$`), asks: false },
  ],
  google: [
    { method: "POST", path: new RegExp(`^/v1(beta)?/models/${name}:(g|streamG)enerateContent$`), asks: true },
    { method: "POST", path: new RegExp(`^/v1(beta)?/models/${name}:countTokens$`), asks: false },
    { method: "GET", path: new RegExp(`^/v1(beta)?/models(/${name})?$`), asks: false },
  ],
};

/** What of a query is passed on; a key in it is not. */
const parameters = ["alt", "beta", "limit", "after_id", "before_id", "pageSize", "pageToken"];

/** Where a request leads; otherwise why it leads nowhere. Each family has a path of its own, as two of them share names. */
export function routeOf(
  method: string,
  target: string,
  endpoints: readonly ModelEndpoint[],
): Route | { readonly because: string } {
  if (!target.startsWith("/")) return { because: "a proxy for models only: other hosts are not reached through it" };
  const [path = "", query = ""] = divided(target);
  const [, family, rest = ""] = /^\/([a-z]+)(\/.*)$/.exec(path) ?? [];
  const endpoint = endpoints.find((each) => each.family === family);
  if (endpoint === undefined) return { because: `no such endpoint; there are: ${prefixes(endpoints)}` };
  const there = ways[endpoint.family].filter((way) => way.path.test(rest));
  const way = there.find((each) => each.method === method);
  if (way === undefined) {
    const because = there.length > 0 ? "not with this method" : `nothing of ${endpoint.family}'s that is let through`;
    return { because };
  }
  const asked = new URLSearchParams(query);
  const kept = new URLSearchParams([...asked].filter(([key]) => parameters.includes(key)));
  // The endpoint's address ends in the version that the path begins with.
  const below = rest.replace(/^\/v1(beta)?/, "");
  return { endpoint, asks: way.asks, path: `${below}${kept.size > 0 ? `?${kept}` : ""}` };
}

function divided(target: string): [path: string, query: string] {
  const at = target.indexOf("?");
  return at < 0 ? [target, ""] : [target.slice(0, at), target.slice(at + 1)];
}

const prefixes = (endpoints: readonly ModelEndpoint[]) => endpoints.map(({ family }) => `/${family}/`).join(", ");
