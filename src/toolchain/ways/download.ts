import { createHash } from "node:crypto";
import { createWriteStream } from "node:fs";
import { rm } from "node:fs/promises";
import { basename, join } from "node:path";
import { Readable, Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import { messageOf } from "../../problem/index.ts";
import { run } from "../../process/index.ts";
import { type Component, type Download, platform } from "../component.ts";
import { ToolchainProblem } from "../problem.ts";
import { unpack } from "../unpack.ts";
import type { Errand, Way } from "../way.ts";

/** Long enough for a slow mirror, short enough for a firewall that drops packets without a word. */
const silenceMs = 30_000;

/** The project's own release files. */
export const download: Way = {
  source: "download",
  words: (component) => `download from ${hosts(component)}`,
  closed: (component) =>
    component.downloads?.[platform()] ? undefined : `no release file with a known checksum for ${platform()}`,
  async fetch(errand) {
    for (const file of errand.component.downloads?.[platform()] ?? []) await fetchFile(file, errand);
    return undefined;
  },
};

/** A toolchain that is published as a Go module. */
export const goProxy: Way = {
  source: "go proxy",
  words: () => `download from the Go module proxy`,
  closed: (component) => (component.goProxy?.[platform()] ? undefined : `not published as a module for ${platform()}`),
  async fetch(errand) {
    const file = errand.component.goProxy?.[platform()];
    if (file) await fetchFile({ ...file, url: `${await proxyAddress()}/${file.url}` }, errand);
    return undefined;
  },
};

function hosts(component: Component): string {
  const files = component.downloads?.[platform()] ?? [];
  return [...new Set(files.map((file) => new URL(file.url).host))].join(", ");
}

/** The module proxy that Go would use here: GOPROXY, or what a Go on PATH, however old, says of itself. */
async function proxyAddress(env: NodeJS.ProcessEnv = process.env): Promise<string> {
  const asked = env.GOPROXY ?? (await run("go", ["env", "GOPROXY"], { env }).catch(() => undefined))?.stdout ?? "";
  const first = asked
    .trim()
    .split(/[,|]/)
    .find((entry) => /^https?:/.test(entry));
  if (first) return first.replace(/\/$/, "");
  throw new ToolchainProblem("WAY_CLOSED", "no Go module proxy is known here", {
    hint: "set GOPROXY to the address of one",
  });
}

async function fetchFile(file: Download, errand: Errand): Promise<void> {
  const archive = join(errand.into, `.download-${basename(new URL(file.url).pathname)}`);
  await save(file, archive, errand);
  const step = `unpack ${errand.component.name} ${errand.component.version}`;
  errand.report({ step, state: "running" });
  await unpack(archive, file.packed, file.take, errand.into, errand.signal);
  await rm(archive);
  errand.report({ step, state: "done" });
}

async function save(file: Download, path: string, { component, report, log, signal }: Errand): Promise<void> {
  const step = `download ${component.name} ${component.version}`;
  const silence = new AbortController();
  const timer = setTimeout(() => silence.abort(new Error(`nothing came for ${silenceMs / 1000} s`)), silenceMs);
  const either = AbortSignal.any([silence.signal, ...(signal ? [signal] : [])]);
  log.line(`get ${file.url}`);
  try {
    const response = await fetch(file.url, { signal: either });
    if (!response.ok || !response.body) {
      throw new Error(`expected status 200, found ${response.status} ${response.statusText}`.trim());
    }
    const total = Number(response.headers.get("content-length")) || undefined;
    const [algorithm = "", expected] = file.digest.split(":");
    const hash = createHash(algorithm);
    let done = 0;
    const meter = new Transform({
      transform(chunk: Buffer, _, next) {
        done += chunk.length;
        hash.update(chunk);
        timer.refresh();
        report({ step, state: "running", done, ...(total ? { total } : {}), unit: "bytes" });
        next(undefined, chunk);
      },
    });
    await pipeline(Readable.fromWeb(response.body), meter, createWriteStream(path), { signal: either });
    const found = hash.digest("hex");
    if (found !== expected) {
      const problem = `${file.url}: expected ${algorithm} ${expected}, found ${found} in ${done} bytes`;
      throw new ToolchainProblem("CHECKSUM_MISMATCH", problem);
    }
    report({ step, state: "done", done, total: done, unit: "bytes" });
  } catch (cause) {
    signal?.throwIfAborted();
    if (cause instanceof ToolchainProblem) throw cause;
    throw new ToolchainProblem("WAY_CLOSED", `${file.url}: ${reason(cause)}`, { cause });
  } finally {
    clearTimeout(timer);
  }
}

/** fetch says only "fetch failed"; what failed is in the cause. */
function reason(thrown: unknown): string {
  const inner = thrown instanceof Error && thrown.cause instanceof Error ? thrown.cause : thrown;
  return messageOf(inner);
}
