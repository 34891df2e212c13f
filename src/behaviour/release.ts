import type { Write } from "../audit/index.ts";
import type { Target } from "../evidence/index.ts";

const removing = new Set(["uninstall", "delete", "del", "un"]);

/**
 * Whether a write is Helm's work on a release: its record, or an object of its. Helm marks its objects with the release
 * they belong to; of one that is deleted the answer may have no marks, and only Helm's own removal explains it then.
 */
export function isOfRelease(write: Write, { system, kind, name, namespace, action }: Target): boolean {
  if (system !== "helm" || kind !== "release") return false;
  if (isRecord(write, name)) return fits(namespace, write.namespace);
  const { annotations = {} } = objectOf(write)?.metadata ?? {};
  const owner = annotations["meta.helm.sh/release-name"];
  if (owner !== undefined) return fits(name, owner) && fits(namespace, annotations["meta.helm.sh/release-namespace"]);
  const isIn = write.namespace === undefined || fits(namespace, write.namespace);
  if (annotations["helm.sh/hook"] !== undefined) return isIn;
  const isNameless = objectOf(write) === undefined;
  return isNameless && write.verb === "delete" && isIn && (removing.has(action) || action === "upgrade");
}

/** What Helm begins with: it writes down a revision before it makes anything of it. */
export function isRevision(write: Write): boolean {
  return write.verb === "create" && isRecord(write, "*");
}

/** Helm keeps a Secret, or a ConfigMap if it is told to, for each revision. */
function isRecord({ resource, name = "" }: Write, release: string): boolean {
  if (resource !== "secrets" && resource !== "configmaps") return false;
  const [, of] = /^sh\.helm\.release\.v1\.(.+)\.v\d+$/.exec(name) ?? [];
  return of !== undefined && fits(release, of);
}

/** The object as it is after the write; of a patch the answer has all of it, of a deletion sometimes nothing. */
function objectOf({ result, sent }: Write) {
  return [result, sent].find((object) => object?.metadata?.name !== undefined && object.kind !== "Status");
}

function fits(meant: string | undefined, found: unknown): boolean {
  return meant === undefined || meant === "*" || meant === found;
}
