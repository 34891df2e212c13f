import { mkdir, mkdtemp, realpath, rm, writeFile } from "node:fs/promises";
import { homedir, tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Entry, EntryType } from "../../src/evidence/index.ts";
import { run } from "../../src/process/index.ts";
import { connect, serve } from "../../src/recorder/index.ts";

const program = fileURLToPath(new URL("../../bin/airworthy.cjs", import.meta.url));

/** A user of their own: a home, a place to work, a log. Gone at the end. */
export interface Person extends AsyncDisposable {
  readonly home: string;
  readonly directory: string;
  readonly environment: NodeJS.ProcessEnv;
  /** The real program, as this person. */
  airworthy(args: readonly string[], input?: string): Promise<{ code: number; stdout: string; stderr: string }>;
  entries<T extends EntryType>(type: T): Promise<readonly Entry<T>[]>;
  write(path: string, content: string): Promise<void>;
  /** A recorder of its own for this person's log; without it nothing can be recorded by whoever uses its socket. */
  recorder(): Promise<AsyncDisposable & { readonly socket: string }>;
}

export async function person(more: NodeJS.ProcessEnv = {}): Promise<Person> {
  const root = await realpath(await mkdtemp(join(tmpdir(), "airworthy-person-")));
  const [home, directory] = [join(root, "home"), join(root, "work")];
  await mkdir(home);
  await mkdir(directory);
  await mkdir(join(root, "tmp"));
  const environment = {
    PATH: process.env.PATH,
    HOME: home,
    LANG: "C.UTF-8",
    TMPDIR: join(root, "tmp"),
    // Compiled code is the same for everybody, and a fresh start takes seconds on a busy machine.
    XDG_CACHE_HOME: process.env.XDG_CACHE_HOME ?? join(homedir(), ".cache"),
    AIRWORTHY_RECORDER: "none",
    AIRWORTHY_LOG: join(root, "log"),
    AIRWORTHY_KEYS: join(root, "keys"),
    ...more,
  };
  return {
    home,
    directory,
    environment,
    airworthy: (args, input) =>
      run(process.execPath, [program, ...args], { env: environment, cwd: directory, input, allowFailure: true }),
    async entries<T extends EntryType>(type: T) {
      await using recorder = await connect({ channel: "cli", environment });
      const found = await recorder.entries({ type, limit: 1_000 });
      return found.map(({ entry }) => entry as Entry<T>);
    },
    async write(path, content) {
      await mkdir(dirname(path), { recursive: true });
      await writeFile(path, content);
    },
    async recorder() {
      const socket = join(root, "recorder", "socket");
      const stop = new AbortController();
      const ready = Promise.withResolvers<void>();
      const [log, keys] = [join(root, "log"), join(root, "keys")];
      const served = serve({ socket, log, keys, signal: stop.signal, onReady: () => ready.resolve() });
      await Promise.race([ready.promise, served]);
      return {
        socket,
        async [Symbol.asyncDispose]() {
          stop.abort();
          await served;
        },
      };
    },
    [Symbol.asyncDispose]: () => rm(root, { recursive: true, force: true }),
  };
}
