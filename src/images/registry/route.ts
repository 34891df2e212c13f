import { parseReference, type Reference } from "../reference.ts";

export type Route =
  | { readonly is: "base" }
  | { readonly is: "manifest"; readonly image: Reference }
  | { readonly is: "blob"; readonly image: Reference; readonly digest: string }
  | { readonly is: "bad"; readonly why: string };

const MANIFEST = /^\/v2\/(.+)\/manifests\/([^/]+)$/;
const BLOB = /^\/v2\/(.+)\/blobs\/([^/]+)$/;

/**
 * Reads a request's path, which comes from whoever can reach the socket: names, tags and digests pass the reference grammar
 * (no "..", no empty part), and nothing else ever becomes part of a file's path.
 * containerd tells with `?ns=` which registry it would have asked; without it Docker Hub is meant.
 */
export function route(target: string): Route {
  let url: URL;
  let path: string;
  try {
    url = new URL(target, "http://registry");
    path = decodeURIComponent(url.pathname);
  } catch {
    return { is: "bad", why: "not a valid URL" };
  }
  if (path === "/v2/" || path === "/v2") return { is: "base" };
  const host = url.searchParams.get("ns") ?? "docker.io";
  try {
    const [, name, reference] = MANIFEST.exec(path) ?? [];
    if (name && reference) {
      const isDigest = reference.includes(":");
      return { is: "manifest", image: parseReference(`${host}/${name}${isDigest ? "@" : ":"}${reference}`) };
    }
    const [, of, digest] = BLOB.exec(path) ?? [];
    if (of && digest) return { is: "blob", image: parseReference(`${host}/${of}@${digest}`), digest };
  } catch (thrown) {
    return { is: "bad", why: thrown instanceof Error ? thrown.message : String(thrown) };
  }
  return { is: "bad", why: "expected /v2/<name>/manifests/<reference> or /v2/<name>/blobs/<digest>" };
}
