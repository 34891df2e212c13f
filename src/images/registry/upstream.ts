import { readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { messageOf } from "../../problem/index.ts";
import { withLock } from "../../process/index.ts";
import {
  blobPath,
  type Cache,
  putBlob,
  putStream,
  readJson,
  sha256,
  sha256OfFile,
  stampOf,
  writeWhole,
} from "../cache.ts";
import { ImageProblem } from "../problem.ts";
import type { Reference } from "../reference.ts";
import type { FoundManifest, Source } from "./local.ts";
import { authorise } from "./token.ts";

export interface UpstreamOptions {
  /** The base URL of a registry by its name, for tests and private mirrors; undefined: do not ask that registry. */
  readonly endpoint?: (registry: string) => string | undefined;
}

const MANIFEST_TYPES = [
  "application/vnd.oci.image.index.v1+json",
  "application/vnd.oci.image.manifest.v1+json",
  "application/vnd.docker.distribution.manifest.list.v2+json",
  "application/vnd.docker.distribution.manifest.v2+json",
];
const LARGEST_MANIFEST = 4 << 20;
const kindSchema = z.object({ mediaType: z.string() });

/** Real registries. What they send is kept only if its digest is the one asked for, and then never asked for again. */
export function upstream(cache: Cache, options: UpstreamOptions, signal: AbortSignal): Source {
  const endpoint = options.endpoint ?? publicEndpoint;
  const tokens = new Map<string, string>();

  const get = async (image: Reference, path: string, accept: string): Promise<Response | undefined> => {
    const base = endpoint(image.registry);
    if (base === undefined) return undefined;
    const url = `${base}/v2/${image.repository}/${path}`;
    const scope = `${image.registry}/${image.repository}`;
    const ask = async () => {
      const token = tokens.get(scope);
      return fetch(url, { signal, headers: { accept, ...(token ? { authorization: `Bearer ${token}` } : {}) } });
    };
    try {
      let response = await ask();
      if (response.status === 401) {
        tokens.set(scope, await authorise(response, base, image.repository, signal));
        response = await ask();
      }
      // Docker Hub answers 401 for repositories that do not exist, with any token.
      if ([401, 403, 404].includes(response.status)) return undefined;
      if (!response.ok)
        throw new ImageProblem("UPSTREAM", `${url}: expected an answer, found status ${response.status}`);
      return response;
    } catch (thrown) {
      if (thrown instanceof ImageProblem) throw thrown;
      throw new ImageProblem("UPSTREAM", `${url}: ${messageOf(thrown)}`, {
        cause: thrown,
        hint: "is the registry reachable from here?",
      });
    }
  };

  return {
    async manifest(image) {
      const kept = image.digest === undefined ? undefined : await keptManifest(cache, image.digest);
      if (kept) return kept;
      const response = await get(image, `manifests/${image.digest ?? image.tag}`, MANIFEST_TYPES.join(", "));
      if (!response) return undefined;
      const content = await limited(response, LARGEST_MANIFEST);
      const digest = `sha256:${sha256(content)}`;
      if (image.digest !== undefined && image.digest !== digest) throw mismatch(image, image.digest, digest);
      const claimed = response.headers.get("content-type")?.split(";")[0]?.trim() ?? "";
      const mediaType = MANIFEST_TYPES.includes(claimed) ? claimed : (MANIFEST_TYPES[1] ?? claimed);
      await putBlob(cache, content);
      await writeWhole(kindPath(cache, digest), JSON.stringify({ mediaType }));
      return { digest, mediaType, content, standIn: undefined };
    },
    async blob(image, digest) {
      return withLock(
        join(cache.locks, digest.slice("sha256:".length)),
        async () => {
          const path = blobPath(cache, digest);
          if ((await stampOf(path)) !== undefined && `sha256:${await sha256OfFile(path)}` === digest)
            return { digest, size: (await stat(path)).size };
          const response = await get(image, `blobs/${digest}`, "application/octet-stream");
          if (!response?.body) return undefined;
          const stored = await putStream(cache, response.body, digest);
          if ("mismatch" in stored) throw mismatch(image, digest, stored.mismatch);
          return stored;
        },
        { signal },
      );
    },
  };
}

/** Only public names over TLS: an image's name must not make this machine talk to addresses in its own network. */
export function publicEndpoint(registry: string): string | undefined {
  if (registry === "docker.io") return "https://registry-1.docker.io";
  const isPublicName =
    /^[a-z0-9-]+(\.[a-z0-9-]+)*\.[a-z]{2,}$/i.test(registry) &&
    !/\.(local|localhost|internal|invalid|test)$/i.test(registry);
  return isPublicName ? `https://${registry}` : undefined;
}

async function keptManifest(cache: Cache, digest: string): Promise<FoundManifest | undefined> {
  const kind = kindSchema.safeParse(await readJson(kindPath(cache, digest)));
  if (!kind.success || (await stampOf(blobPath(cache, digest))) === undefined) return undefined;
  const content = await readFile(blobPath(cache, digest));
  return `sha256:${sha256(content)}` === digest
    ? { digest, mediaType: kind.data.mediaType, content, standIn: undefined }
    : undefined;
}

function kindPath(cache: Cache, digest: string): string {
  return join(cache.upstream, `${digest.slice("sha256:".length)}.json`);
}

async function limited(response: Response, limit: number): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.length;
    if (size > limit)
      throw new ImageProblem("UPSTREAM", `${response.url}: expected a manifest of at most ${limit} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function mismatch(image: Reference, expected: string, found: string): ImageProblem {
  return new ImageProblem(
    "UPSTREAM",
    `${image.registry}/${image.repository}: expected ${expected}, the registry sent ${found}`,
  );
}
