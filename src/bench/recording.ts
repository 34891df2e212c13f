import { chmod, mkdir, mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Entry, openLog } from "../evidence/index.ts";
import { serve, shims } from "../recorder/index.ts";
import type { SandboxOptions } from "../sandbox/index.ts";
import type { Observations } from "./observe.ts";

/**
 * What of an agent's work is recorded. `shim`: whatever it runs by name. `offered`: what it records itself, with our
 * command line at hand. `hooks`: what the hooks of its own program record, if it has any. `off`: nothing.
 */
export type Recording = "off" | "shim" | "offered" | "hooks";

export type Recorded = Required<Pick<Observations, "entries" | "documents">>;

/** A recorder outside the agent's reach, with its own key and log. */
export interface Recorder extends AsyncDisposable {
  /** The directory of its log, until it is disposed. */
  readonly log: string;
  /** What a sandbox must have so that the recorder can be reached in it. */
  readonly equipment: Pick<SandboxOptions, "socket" | "tools" | "files" | "env">;
  /** Ends recording and leaves a signed checkpoint; returns what was recorded. */
  finish(): Promise<Recorded>;
}

const launchers = "/opt/launchers";
const path = "/usr/local/bin:/usr/bin:/bin:/usr/local/sbin:/usr/sbin:/sbin";

/** They set the PATH anew before they read this. */
const forLoginShells = { path: "/etc/profile.d/launchers.sh", content: `PATH=${launchers}:$PATH\n` };

export async function openRecorder(recording: Exclude<Recording, "off">, agent: string): Promise<Recorder> {
  await using undo = new AsyncDisposableStack();
  // A socket's path must be short, and the key must not lie beside what is handed out.
  const folder = await mkdtemp(join(tmpdir(), "aw-"));
  undo.defer(() => rm(folder, { recursive: true, force: true }));
  const [run, keys, directory] = [join(folder, "run"), join(folder, "keys"), join(folder, "log")];
  await mkdir(run, { mode: 0o755 });
  await chmod(run, 0o755);
  const stop = new AbortController();
  let served: Promise<void> | undefined;
  await new Promise<void>((onReady, fail) => {
    served = serve({
      socket: join(run, "recorder.sock"),
      log: directory,
      keys,
      signal: stop.signal,
      onReady: () => onReady(),
    });
    served.catch(fail);
  });
  undo.defer(async () => {
    stop.abort();
    await served?.catch(() => {}); // Whoever finishes hears of it.
  });
  const all = undo.move();
  return {
    log: directory,
    equipment: {
      socket: run,
      tools: ["airworthy"],
      files: recording === "shim" ? [...(await launcherFiles(folder)), forLoginShells] : [],
      env: {
        AIRWORTHY_ACTOR: `agent:${agent.replaceAll(/[^\w.-]/g, "-")}`,
        ...(recording === "shim" ? { PATH: `${launchers}:${path}` } : {}),
      },
    },
    finish: async () => {
      stop.abort();
      await served;
      await using evidence = await openLog(directory, { keyDirectory: keys });
      await evidence.checkpoint();
      const entries: Entry[] = [];
      for await (const { entry } of evidence.entries()) entries.push(entry);
      return { entries, documents: await documentsOf(entries, (digest) => evidence.readArtifact(digest)) };
    },
    [Symbol.asyncDispose]: () => all.disposeAsync(),
  };
}

const longestDocument = 256 * 1_024;
const mostDocuments = 4 * 1_024 * 1_024;

/** What prescriptions say is to be written, as it was kept: without secrets. */
async function documentsOf(
  entries: readonly Entry[],
  read: (digest: string) => Promise<Buffer | undefined>,
): Promise<Record<string, string>> {
  const documents: Record<string, string> = {};
  let room = mostDocuments;
  for (const entry of entries as readonly Entry<"prescription">[]) {
    if (entry.type !== "prescription") continue;
    for (const { digest, size, stored } of entry.data.artifacts) {
      if (!stored || Object.hasOwn(documents, digest) || size > Math.min(longestDocument, room)) continue;
      const bytes = await read(digest);
      if (bytes === undefined) continue;
      documents[digest] = bytes.toString();
      room -= bytes.length;
    }
  }
  return documents;
}

/** The launchers as they are installed anywhere, for a place that only the sandbox knows. */
async function launcherFiles(folder: string): Promise<{ path: string; content: string; mode: number }[]> {
  const { installShims } = await shims();
  const made = join(folder, "launchers");
  await installShims(made, ["/opt/airworthy/node", "/opt/airworthy/bin/airworthy.cjs"], { passes: false });
  const names = await readdir(made);
  return await Promise.all(
    names.map(async (name) => ({
      path: `${launchers}/${name}`,
      content: await readFile(join(made, name), "utf8"),
      mode: 0o755,
    })),
  );
}
