import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import type { Answer, Want } from "../model.ts";
import type { Limits } from "./limits.ts";
import { readLabels } from "./namespaces.ts";
import type { Places } from "./program.ts";

type Labels = Extract<Want, { ask: "namespace-labels" }>;

/** Asking a cluster takes longer than all the rest together, and a server is asked often: labels seldom change. */
const freshMs = 30_000;
const most = 500;

const recent = new Map<string, { readonly at: number; readonly answer: Promise<Answer> }>();

/** The labels, asked for once in a while. Where no kubeconfig is, there is no cluster to ask. */
export async function recentLabels(want: Labels, places: Places, limits: Limits, signal: AbortSignal): Promise<Answer> {
  const { HOME, USERPROFILE, KUBECONFIG, KUBERNETES_SERVICE_HOST, PATH } = places.environment;
  const home = HOME ?? USERPROFILE;
  const files = (want.kubeconfig ?? KUBECONFIG ?? (home ? join(home, ".kube", "config") : "")).split(delimiter);
  // A pod is told of its own cluster by a variable.
  const named = KUBERNETES_SERVICE_HOST !== undefined || files.some((file) => file !== "" && existsSync(file));
  if (!named) return { want, missing: "no kubeconfig names a cluster" };
  const key = JSON.stringify([want, files, PATH]);
  const found = recent.get(key);
  const now = performance.now();
  if (found && now - found.at < freshMs) return await found.answer;
  if (recent.size >= most) recent.clear();
  const answer = readLabels(want, places, limits, signal);
  recent.set(key, { at: now, answer });
  return await answer;
}
