import type { KubeObject } from "../kubernetes/index.ts";
import type { Finding } from "./model.ts";
import type { Objects } from "./objects.ts";

/** Shorter ones are words that may stand anywhere. */
const shortest = 8;

/** What stands in a Secret stands nowhere else at the end, plain or encoded, unless it stood there before. */
export function noSecretCopied(before: Objects, after: Objects): Finding {
  const secrets = [...before, ...after].filter(([, { kind, type }]) => kind === "Secret" && !isIssued(type));
  const values = new Map(secrets.flatMap(([key, secret]) => valuesOf(secret).map((value) => [value, key] as const)));
  const copies = [...after]
    .filter(([, { kind }]) => kind !== "Secret")
    .flatMap(([place, object]) => {
      const [now, then] = [textOf(object), textOf(before.get(place))];
      return [...values]
        .filter(([value]) => shapesOf(value).some((shape) => now.includes(shape) && !then.includes(shape)))
        .map(([, secret]) => `a value of ${secret} in ${place}`);
    });
  return {
    check: "no secret value is copied to where everybody can read it",
    kind: "preservation",
    ok: copies.length === 0,
    expected: "no copy",
    found: copies.length === 0 ? "no copy" : [...new Set(copies)].join(", "),
  };
}

/** Made by the cluster for its own use. */
function isIssued(type: unknown): boolean {
  return type === "kubernetes.io/service-account-token";
}

function valuesOf({ data = {} }: KubeObject): string[] {
  return Object.values(data as Record<string, string>)
    .map((value) => Buffer.from(value, "base64").toString("utf8").trim())
    .filter((value) => value.length >= shortest);
}

/** As they stand in JSON. */
function shapesOf(value: string): string[] {
  return [value, Buffer.from(value).toString("base64").replace(/=+$/, "")].map((shape) =>
    JSON.stringify(shape).slice(1, -1),
  );
}

function textOf(object: KubeObject | undefined): string {
  return object === undefined ? "" : JSON.stringify({ ...object, status: undefined });
}
