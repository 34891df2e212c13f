import { randomBytes } from "node:crypto";
import { mkdir, open } from "node:fs/promises";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { fileURLToPath } from "node:url";
import { type News, start } from "../../process/index.ts";
import { cacheDirectory } from "../../toolchain/index.ts";
import { ClusterProblem } from "../problem.ts";
import type { ClusterSpec, CreateOptions } from "../provider.ts";
import { clusterPaths } from "./paths.ts";
import { claimName, releaseName } from "./record.ts";
import { permitWatches } from "./watches.ts";

export type SupervisorNews =
  | { readonly is: "news"; readonly news: News }
  | { readonly is: "ready" }
  | { readonly is: "failed"; readonly message: string; readonly code?: string; readonly hint?: string | undefined };

/** A supervisor mostly waits: memory counts more than speed. */
const frugal = ["--optimize-for-size", "--max-semi-space-size=1"];
/** One pool for all threads: with one for each, a sixth of the supervisor is memory that was freed and not given back. */
const frugalAllocation = { MALLOC_ARENA_MAX: "1" };

export function newId(): string {
  return `c${randomBytes(5).toString("hex")}`;
}

/** Starts a cluster that stays when we leave, and waits until it is ready. Interrupted or failed, it leaves nothing. */
export async function launchCluster(
  spec: ClusterSpec,
  { report, signal }: CreateOptions,
  become: "ready" | "spare" = "ready",
): Promise<void> {
  const id = newId();
  if (become === "ready") await claimName(spec.name, id);
  permitWatches();
  const { log } = clusterPaths(id);
  await mkdir(dirname(log), { recursive: true, mode: 0o700 });
  let end: SupervisorNews | undefined;
  try {
    await using output = await open(log, "w");
    const script = fileURLToPath(import.meta.url).replace(/launch\.(ts|js)$/, "supervisor.$1");
    const child = await start(process.execPath, [...frugal, script, id, spec.name, become], {
      env: { ...process.env, ...frugalAllocation, NODE_COMPILE_CACHE: join(cacheDirectory(), "node-compile") },
      stdio: ["pipe", output.fd, output.fd, "pipe"],
      detached: true,
      cwd: dirname(script),
    });
    child.raw.stdin?.end(JSON.stringify(spec));
    const interrupt = () => void child.stop(5_000);
    signal.addEventListener("abort", interrupt, { once: true });
    for await (const line of createInterface({ input: child.raw.stdio[3] as Readable })) {
      const news = JSON.parse(line) as SupervisorNews;
      if (news.is === "news") report(news.news);
      else end = news;
      if (news.is === "ready") break;
    }
    signal.removeEventListener("abort", interrupt);
    if (end?.is === "ready") {
      (child.raw.stdio[3] as Readable).destroy();
      child.raw.unref();
    } else await child.exited;
  } finally {
    if (end?.is !== "ready" && become === "ready") await releaseName(spec.name);
  }
  signal.throwIfAborted();
  if (end?.is === "ready") return;
  const message = end?.is === "failed" ? end.message : `the cluster's supervisor ended; its log: ${log}`;
  throw new ClusterProblem("NOT_READY", message, { hint: end?.is === "failed" ? end.hint : "run: airworthy doctor" });
}
