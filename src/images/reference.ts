import { ImageProblem } from "./problem.ts";

/** A reference to an image with everything spelled out that people leave out. */
export interface Reference {
  /** Host, with its port if it has one: docker.io, registry.k8s.io, localhost:5000 */
  readonly registry: string;
  /** library/nginx */
  readonly repository: string;
  readonly tag: string | undefined;
  readonly digest: string | undefined;
  /** docker.io/library/nginx:1.27 */
  readonly canonical: string;
}

const PART = "[a-z0-9]+(?:(?:[._]|__|-+)[a-z0-9]+)*";
const REPOSITORY = new RegExp(`^${PART}(?:/${PART})*$`);
const HOST = /^[A-Za-z0-9](?:[A-Za-z0-9.-]*[A-Za-z0-9])?(?::\d{1,5})?$|^\[[0-9a-fA-F:]+\](?::\d{1,5})?$/;
const TAG = /^[A-Za-z0-9_][A-Za-z0-9._-]{0,127}$/;
const DIGEST = /^sha256:[0-9a-f]{64}$/;

export function parseReference(reference: string): Reference {
  const [named = "", digest, ...more] = reference.split("@");
  if (more.length > 0) throw bad(reference, "expected at most one @");
  if (digest !== undefined && !DIGEST.test(digest))
    throw bad(reference, `expected sha256: and 64 hex digits after @, found ${digest}`);
  // A colon after the last slash begins a tag; one before it belongs to the registry's port.
  const colon = named.indexOf(":", named.lastIndexOf("/") + 1);
  const path = colon < 0 ? named : named.slice(0, colon);
  const tag = colon < 0 ? undefined : named.slice(colon + 1);
  if (tag !== undefined && !TAG.test(tag))
    throw bad(reference, `expected a tag after the last colon, found ${JSON.stringify(tag)}`);

  const slash = path.indexOf("/");
  const first = slash < 0 ? "" : path.slice(0, slash);
  const hasHost = /[.:]/.test(first) || first === "localhost" || first !== first.toLowerCase();
  const host = hasHost ? first : "docker.io";
  const registry = host === "index.docker.io" || host === "registry-1.docker.io" ? "docker.io" : host;
  const rest = hasHost ? path.slice(slash + 1) : path;
  const repository = registry === "docker.io" && !rest.includes("/") ? `library/${rest}` : rest;
  if (!HOST.test(registry)) throw bad(reference, `expected a registry's host name, found ${JSON.stringify(host)}`);
  if (!REPOSITORY.test(repository) || repository.length > 255)
    throw bad(reference, `expected a name in lower case, found ${JSON.stringify(rest)}`);
  const effective = tag ?? (digest === undefined ? "latest" : undefined);
  const canonical = `${registry}/${repository}${effective ? `:${effective}` : ""}${digest ? `@${digest}` : ""}`;
  return { registry, repository, tag: effective, digest, canonical };
}

function bad(reference: string, why: string): ImageProblem {
  return new ImageProblem("BAD_REFERENCE", `image reference ${JSON.stringify(reference)}: ${why}`);
}
