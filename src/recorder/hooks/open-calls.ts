import { mkdir, open, readdir, readFile, rename, rm, rmdir } from "node:fs/promises";
import { homedir } from "node:os";
import { dirname, isAbsolute, join } from "node:path";
import type { ProcessIdentity } from "../alive.ts";
import type { AgentName } from "./agents/agent.ts";

/** A call that was prescribed by one hook and is to be reported by another: two processes that never meet. */
export interface OpenCall {
  readonly prescription: string;
  readonly agent: AgentName;
  readonly session: string;
  /** The agent's id of the call. */
  readonly id?: string;
  readonly tool: string;
  /** Of the tool's input, to find a call without an id again. */
  readonly digest: string;
  readonly subagent?: string;
  /** Milliseconds since 1970. */
  readonly opened: number;
  /** Where the shell leaves its exit code. */
  readonly marker?: string;
  /** What is still to be told to the agent. */
  readonly remark?: string;
  /** The agent itself: when it is gone, nobody will report. */
  readonly process?: ProcessIdentity;
}

/** One small file for each, so that calls made side by side do not get into one another's way. */
export class OpenCalls {
  readonly #folder: string;

  constructor(environment: NodeJS.ProcessEnv = process.env) {
    const base = environment.XDG_STATE_HOME;
    const home = environment.HOME ?? homedir();
    this.#folder = join(base && isAbsolute(base) ? base : join(home, ".local", "state"), "airworthy", "hooks");
  }

  async add(call: OpenCall): Promise<void> {
    const path = this.#pathOf(call);
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    const scratch = `${path}.new`;
    await using file = await open(scratch, "wx", 0o600);
    await file.writeFile(JSON.stringify(call));
    await rename(scratch, path);
  }

  /** Taking is removing: of several that want to report the same call, one does. */
  async take(call: OpenCall): Promise<boolean> {
    const path = this.#pathOf(call);
    try {
      await rm(path);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === "ENOENT") return false;
      throw error;
    }
    await rmdir(dirname(path)).catch(() => {}); // Not empty: others are still open.
    return true;
  }

  async of(agent: AgentName, session: string): Promise<readonly OpenCall[]> {
    return await read(join(this.#folder, agent, folderName(session)));
  }

  /** Of every session of an agent: what one left open, the next may find ended. */
  async all(agent: AgentName): Promise<readonly OpenCall[]> {
    const folder = join(this.#folder, agent);
    return (await Promise.all((await list(folder)).map((session) => read(join(folder, session))))).flat();
  }

  #pathOf({ agent, session, prescription }: OpenCall): string {
    return join(this.#folder, agent, folderName(session), `${prescription}.json`);
  }
}

/** Sessions are named by agents: a name is not a path. */
const folderName = (session: string) => encodeURIComponent(session).replaceAll(".", "%2E").slice(0, 200);

const list = (folder: string) => readdir(folder).catch(() => [] as string[]);

/** Oldest first. */
async function read(folder: string): Promise<OpenCall[]> {
  const names = (await list(folder)).filter((name) => name.endsWith(".json"));
  const calls = await Promise.all(
    names.map(async (name) => {
      const text = await readFile(join(folder, name), "utf8").catch(() => undefined); // Taken since the list was made.
      return text === undefined ? [] : [JSON.parse(text) as OpenCall];
    }),
  );
  // Prescriptions' ids grow with time.
  return calls.flat().sort((a, b) => a.opened - b.opened || (a.prescription < b.prescription ? -1 : 1));
}
