import { z } from "zod";
import { ImageProblem } from "../problem.ts";

const tokenSchema = z.object({ token: z.string().optional(), access_token: z.string().optional() });

/** Gets the anonymous pull token that a registry's 401 answer tells to fetch. */
export async function authorise(
  refusal: Response,
  base: string,
  repository: string,
  signal: AbortSignal,
): Promise<string> {
  const challenge = parseChallenge(refusal.headers.get("www-authenticate") ?? "");
  const realm = challenge.get("realm");
  // The address comes from the registry: it may not send us to plain HTTP unless it is spoken to that way itself.
  if (!realm || !URL.canParse(realm) || new URL(realm).protocol !== new URL(base).protocol) {
    throw new ImageProblem(
      "UPSTREAM",
      `${base}: expected a bearer challenge with a realm, found ${JSON.stringify(Object.fromEntries(challenge))}`,
    );
  }
  const url = new URL(realm);
  const service = challenge.get("service");
  if (service) url.searchParams.set("service", service);
  url.searchParams.set("scope", challenge.get("scope") ?? `repository:${repository}:pull`);
  const response = await fetch(url, { signal });
  const answer = tokenSchema.safeParse(response.ok ? await response.json() : {});
  const token = answer.data?.token ?? answer.data?.access_token;
  if (!token)
    throw new ImageProblem("UPSTREAM", `${url.origin}: expected a token, found status ${response.status} without one`);
  return token;
}

/** Bearer realm="…",service="…",scope="…" */
export function parseChallenge(header: string): Map<string, string> {
  const [, fields] = /^Bearer\s+(.*)$/i.exec(header) ?? [];
  return new Map([...(fields ?? "").matchAll(/(\w+)="([^"]*)"/g)].map((found) => [String(found[1]), String(found[2])]));
}
