import { existsSync, readFileSync } from "node:fs";
import { homedir } from "node:os";
import { delimiter, dirname, join, resolve } from "node:path";
import { parse } from "yaml";
import type { z } from "zod";
import { messageOf } from "../../problem/index.ts";
import { KubeconfigProblem } from "./problem.ts";
import { type ClusterEntry, clusterEntry, contextEntry, kubeconfigFile, type UserEntry, userEntry } from "./schema.ts";

export interface Source {
  /** One file and no other; else $KUBECONFIG as kubectl reads it, else ~/.kube/config. */
  readonly kubeconfig?: string | undefined;
  readonly env?: NodeJS.ProcessEnv | undefined;
}

/** One context with all it refers to; paths are absolute. */
export interface Selected {
  readonly context: string;
  readonly namespace: string | undefined;
  readonly cluster: ClusterEntry;
  readonly user: UserEntry;
  /** The files, for messages. */
  readonly where: { readonly cluster: string; readonly user: string };
}

interface Entry {
  readonly file: string;
  readonly path: string;
  readonly value: unknown;
}

interface Merged {
  readonly files: readonly string[];
  readonly clusters: Map<string, Entry>;
  readonly users: Map<string, Entry>;
  readonly contexts: Map<string, Entry>;
}

/** The named context and no other: a machine's current context may be somebody's production. */
export function selectContext(name: string | undefined, source: Source = {}): Selected {
  const merged = load(source);
  const known = [...merged.contexts.keys()];
  const choices = known.length > 0 ? `contexts there: ${known.join(", ")}` : "it holds no contexts";
  if (name === undefined) {
    throw new KubeconfigProblem("NOT_ALLOWED", "no context was named, and the current one is never used by itself", {
      hint: `pass --context NAME; ${choices}`,
    });
  }
  const where = merged.files.join(", ");
  const found = merged.contexts.get(name);
  if (!found) throw new KubeconfigProblem("NO_SUCH_CONTEXT", `${where}: no context "${name}"`, { hint: choices });

  const context = check(contextEntry, found, `${found.path}.context`);
  const cluster = follow(merged.clusters, context.cluster, found, "cluster");
  const user = follow(merged.users, context.user, found, "user");
  return {
    context: name,
    namespace: context.namespace,
    cluster: withPaths(check(clusterEntry, cluster, `${cluster.path}.cluster`), cluster.file),
    user: withPaths(check(userEntry, user, `${user.path}.user`), user.file),
    where: { cluster: `${cluster.file}: ${cluster.path}.cluster`, user: `${user.file}: ${user.path}.user` },
  };
}

/** Files are merged as kubectl does: the first to name an entry wins, and files of a list that do not exist are skipped. */
function load(source: Source): Merged {
  const files = filesOf(source);
  const merged: Merged = { files, clusters: new Map(), users: new Map(), contexts: new Map() };
  for (const file of files) {
    const content = read(file);
    for (const [list, field] of [
      ["clusters", "cluster"],
      ["users", "user"],
      ["contexts", "context"],
    ] as const) {
      content[list].forEach((entry, at) => {
        if (merged[list].has(entry.name)) return;
        merged[list].set(entry.name, { file, path: `${list}[${at}]`, value: entry[field] });
      });
    }
  }
  return merged;
}

function filesOf({ kubeconfig, env = process.env }: Source): string[] {
  if (kubeconfig !== undefined) {
    const file = resolve(kubeconfig);
    if (!existsSync(file)) throw missing([file]);
    return [file];
  }
  const listed = env.KUBECONFIG?.split(delimiter).filter((part) => part !== "") ?? [];
  const wanted = listed.length > 0 ? listed : [join(env.HOME ?? homedir(), ".kube", "config")];
  const there = wanted.map((file) => resolve(file)).filter((file) => existsSync(file));
  if (there.length === 0) throw missing(wanted);
  return there;
}

function read(file: string): z.infer<typeof kubeconfigFile> {
  let value: unknown;
  try {
    value = parse(readFileSync(file, "utf8"));
  } catch (cause) {
    throw new KubeconfigProblem("BAD_KUBECONFIG", `${file}: expected a kubeconfig: ${messageOf(cause)}`, { cause });
  }
  // An empty file is a kubeconfig without entries.
  return check(kubeconfigFile, { file, path: "", value: value ?? {} }, "");
}

function check<T extends z.ZodType>(schema: T, entry: Entry, path: string): z.infer<T> {
  const result = schema.safeParse(entry.value);
  if (result.success) return result.data;
  const faults = result.error.issues.map((issue) => {
    const field = [path, ...issue.path.map(String)].filter((part) => part !== "").join(".");
    return `${entry.file}: ${field || "the file"}: ${issue.message}`;
  });
  throw new KubeconfigProblem("BAD_KUBECONFIG", faults.join("\n"), { hint: "check it with: kubectl config view" });
}

function follow(entries: Map<string, Entry>, name: string, from: Entry, kind: "cluster" | "user"): Entry {
  const found = entries.get(name);
  if (found) return found;
  throw new KubeconfigProblem(
    "BAD_KUBECONFIG",
    `${from.file}: ${from.path}.context.${kind}: no ${kind} "${name}" in this kubeconfig`,
    { hint: `${kind}s there: ${[...entries.keys()].join(", ") || "none"}` },
  );
}

const pathFields = ["certificate-authority", "client-certificate", "client-key", "tokenFile"];

/** Paths in a kubeconfig are relative to the file they stand in. */
function withPaths<T extends ClusterEntry | UserEntry>(entry: T, file: string): T {
  const absolute = Object.entries(entry).map(([field, value]) =>
    pathFields.includes(field) && typeof value === "string" && value !== ""
      ? [field, resolve(dirname(file), value)]
      : [field, value],
  );
  return Object.fromEntries(absolute) as T;
}

function missing(files: readonly string[]): KubeconfigProblem {
  return new KubeconfigProblem("NO_SUCH_FILE", `${files.join(", ")}: no such kubeconfig`, {
    hint: "pass --kubeconfig FILE or set KUBECONFIG",
  });
}
