import { isDeepStrictEqual } from "node:util";
import type { Write } from "../audit/index.ts";
import type { Prescription } from "../evidence/index.ts";
import { type KubeObject, readManifests } from "../kubernetes/index.ts";
import { resourceOf } from "./match.ts";

/** Texts of documents that were kept with prescriptions, by their SHA-256. Without secrets: marks are in their places. */
export type Manifests = Readonly<Record<string, string>>;
export type Documents = ReadonlyMap<string, readonly KubeObject[]>;

/** The objects in each. Not every document is a manifest: one that is none has no objects. */
export function readDocuments(manifests: Manifests): Documents {
  return new Map(Object.entries(manifests).map(([digest, text]) => [digest, objectsIn(text)]));
}

function objectsIn(text: string): readonly KubeObject[] {
  try {
    return readManifests(text, "prescribed");
  } catch {
    return [];
  }
}

/**
 * Whether what was written has the content that was prescribed. Undefined where that cannot be told: no document of the
 * prescription is about this object, or the request does not say the whole of it.
 */
export function hasContent(write: Write, { artifacts }: Prescription, documents: Documents): boolean | undefined {
  if (write.resource === "secrets" || write.subresource !== undefined) return undefined;
  const written = wholeOf(write);
  if (written === undefined) return undefined;
  const prescribed = artifacts
    .flatMap(({ digest }) => documents.get(digest) ?? [])
    .filter((object) => isObjectOf(object, write));
  if (prescribed.length === 0) return undefined;
  return prescribed.some((object) => isSame(meantBy(object), meantBy(written)));
}

function isObjectOf({ kind, metadata }: KubeObject, { resource, namespace, name }: Write): boolean {
  const place = metadata?.namespace ?? namespace;
  return typeof kind === "string" && resourceOf(kind) === resource && metadata?.name === name && place === namespace;
}

const applied = "kubectl.kubernetes.io/last-applied-configuration";

/** All that somebody wanted of an object: as kubectl writes it down when it applies, or as it was sent. */
function wholeOf({ verb, sent }: Write): KubeObject | undefined {
  const note = sent?.metadata?.annotations?.[applied];
  if (typeof note === "string") {
    try {
      return JSON.parse(note);
    } catch {
      return undefined;
    }
  }
  const isWhole = verb === "create" || verb === "update";
  return isWhole && typeof sent?.kind === "string" && sent.metadata !== undefined ? sent : undefined;
}

/** Without what the API server and clients put there themselves. */
function meantBy({ apiVersion, kind, metadata, status, ...rest }: KubeObject): unknown {
  const { labels, annotations = {} } = metadata ?? {};
  const { [applied]: _, ...notes } = annotations as Record<string, unknown>;
  return { labels, annotations: notes, ...rest };
}

/** Fields without a value say nothing; a mark stands for whatever was taken out there. */
function isSame(prescribed: unknown, written: unknown): boolean {
  if (typeof prescribed === "string" && prescribed.includes("[redacted")) return true;
  if (Array.isArray(prescribed) && Array.isArray(written)) {
    return prescribed.length === written.length && prescribed.every((item, at) => isSame(item, written[at]));
  }
  if (isTable(prescribed) && isTable(written)) {
    const names = new Set([...Object.keys(prescribed), ...Object.keys(written)]);
    return [...names].every((name) => isSame(prescribed[name], written[name]));
  }
  return (isNothing(prescribed) && isNothing(written)) || isDeepStrictEqual(prescribed, written);
}

function isNothing(value: unknown): boolean {
  if (value === undefined || value === null) return true;
  return typeof value === "object" && Object.values(value).every(isNothing);
}

function isTable(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
