import type { ServerContext } from "@modelcontextprotocol/server";
import type { Actor, Trace } from "../evidence/index.ts";
import { type ConnectOptions, type Intent, type Recorder, traceHere } from "../recorder/index.ts";
import { Standing } from "./standing.ts";

/** What holds for a whole server, however many clients it has. */
export interface DeskOptions extends Pick<ConnectOptions, "log" | "socket"> {
  readonly environment: NodeJS.ProcessEnv;
  /** Who acts, if it is not to be whoever the client says it is. */
  readonly actor?: Actor | undefined;
  readonly session?: string | undefined;
  readonly model?: string | undefined;
  /** The instructions that the agent was given; ours unless told. */
  readonly prompt: string;
  readonly version: string;
  /** Whether what a command names, such as files, lies on this machine. */
  readonly sameMachine: boolean;
}

/** One client's calls: who it says it is, and what belongs together. */
export interface Caller {
  readonly client: { readonly name: string; readonly version?: string };
  readonly session: string;
}

/** Recorders, one for each kind of client, since every entry says through which program it came. */
export class Desk implements AsyncDisposable {
  readonly options: DeskOptions;
  readonly #recorders = new Map<string, Standing>();

  constructor(options: DeskOptions) {
    this.options = options;
  }

  async use<T>({ client }: Caller, work: (recorder: Recorder) => Promise<T>): Promise<T> {
    const { log, socket, environment } = this.options;
    const known = this.#recorders.get(client.name);
    const standing = known ?? new Standing({ channel: "mcp", through: client.name, log, socket, environment }, sight);
    if (!known) this.#recorders.set(client.name, standing);
    return await standing.use(work);
  }

  actor({ client }: Caller, told: { readonly model?: string | undefined }): Actor {
    const { actor, model = told.model, prompt } = this.options;
    const known = { ...(model ? { model } : {}), prompt };
    if (actor) return { ...known, ...actor };
    return { kind: "agent", id: client.name, ...(client.version ? { version: client.version } : {}), ...known };
  }

  /** Where commands run. Files and variables count only there. */
  surroundings(): Pick<Intent, "environment" | "elsewhere"> {
    return this.options.sameMachine ? { environment: this.options.environment } : { environment: {}, elsewhere: true };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const standing of this.#recorders.values()) await standing[Symbol.asyncDispose]();
  }
}

/** What this channel sees and what it does not: it is asked, it does not look. */
const sight = {
  covers: ["what agents prescribe, report and decline here"],
  excludes: ["what agents do without prescribing it", "whether a report is true: exit codes are the agent's word"],
};

/** The trace that a client's request belongs to, where it says so. */
export function traceOf(context: ServerContext): Trace | undefined {
  const { traceparent } = (context.mcpReq._meta ?? {}) as { traceparent?: unknown };
  return typeof traceparent === "string" ? traceHere({ TRACEPARENT: traceparent }) : undefined;
}
