import type { Actor } from "../../evidence/index.ts";
import { messageOf } from "../../problem/index.ts";
import { calls, identityOf, type Outcome, type Recorder } from "../../recorder/index.ts";
import { mayChange } from "../../risk/index.ts";
import { keyOf, type Members, type Message, membersOf } from "./message.ts";

export interface WitnessOptions {
  /** The server's name in the log. */
  readonly name: string;
  readonly onlyChanges: boolean;
  readonly actor: Actor | undefined;
  readonly session: string;
  readonly environment: NodeJS.ProcessEnv;
  readonly onTrouble: (text: string) => void;
}

/** A call that the server has and has not answered. */
interface Open {
  readonly prescription: string;
  readonly began: number;
}

/** Thrown out of a decision: only looked at, so nothing is written. */
class OnlyLooks extends Error {}

/** Sees the messages of both sides, and records calls of tools. Changes nothing in them. */
export class Witness {
  readonly #recorder: Recorder;
  readonly #options: WitnessOptions;
  readonly #open = new Map<string, Open>();
  /** Requests for the list of tools: the answer has what the server claims of them. */
  readonly #lists = new Set<string>();
  readonly #claims = new Map<string, Members>();
  /** Calls that the server answered with a question, by the state that it wants back. */
  readonly #asked = new Map<string, Open>();
  #client: Actor | undefined;

  constructor(recorder: Recorder, options: WitnessOptions) {
    this.#recorder = recorder;
    this.#options = options;
  }

  /** Before a message goes to the server. Throws if a call in it cannot be recorded: then it must not go. */
  async fromClient({ id, method, params = {} }: Message): Promise<void> {
    this.#learnClient(params);
    if (id === undefined) return;
    if (method === "tools/list") this.#lists.add(keyOf(id));
    if (method === "tools/call") await this.#prescribe(keyOf(id), params);
  }

  /** Before a message goes to the client. Never throws: what happened, happened. */
  async fromServer({ id, method, result, error }: Message): Promise<void> {
    if (id === undefined || method !== undefined) return;
    const key = keyOf(id);
    if (this.#lists.delete(key)) this.#learnTools(result);
    const open = this.#open.get(key);
    if (!open) return;
    this.#open.delete(key);
    const state = result?.requestState;
    // The server wants to know something first; the client comes again with the answer, and only then is it done.
    if (result?.resultType === "input_required" && typeof state === "string") this.#asked.set(state, open);
    else await this.#report(open, outcomeOf(result, error));
  }

  /** No answer will come any more. */
  async end(): Promise<void> {
    const lost: Told = { verdict: "error", error: { kind: "lost", text: "the server ended without an answer" } };
    for (const open of [...this.#open.values(), ...this.#asked.values()]) await this.#report(open, lost);
    this.#open.clear();
    this.#asked.clear();
  }

  async #prescribe(key: string, params: Members): Promise<void> {
    const again = typeof params.requestState === "string" ? this.#asked.get(params.requestState) : undefined;
    if (again) {
      this.#asked.delete(String(params.requestState));
      this.#open.set(key, again);
      return;
    }
    const { name, onlyChanges, session, environment } = this.#options;
    const { proposalOfCall } = await calls();
    const tool = typeof params.name === "string" ? params.name : "unnamed";
    const proposal = proposalOfCall(name, tool, membersOf(params.arguments), this.#claims.get(tool) ?? {});
    const harmless =
      this.#claims.get(tool)?.readOnlyHint === true && proposal.command === undefined && proposal.shell === undefined;
    if (onlyChanges && harmless) return;
    try {
      const { id } = await this.#recorder.prescribe(
        { ...proposal, actor: this.#options.actor ?? this.#client, session, environment, process: identityOf() },
        {
          decide: async ({ class: kind }) => {
            if (onlyChanges && !mayChange(kind)) throw new OnlyLooks();
            return { is: "proceed" };
          },
        },
      );
      this.#open.set(key, { prescription: id, began: performance.now() });
    } catch (thrown) {
      if (!(thrown instanceof OnlyLooks)) throw thrown;
    }
  }

  async #report({ prescription, began }: Open, told: Told): Promise<void> {
    try {
      const durationMs = Math.round(performance.now() - began);
      await this.#recorder.report({ prescription, durationMs, ...told });
    } catch (thrown) {
      this.#options.onTrouble(`the end of ${prescription} is not recorded: ${messageOf(thrown)}`);
    }
  }

  /** Older clients introduce themselves once, newer ones with every request. */
  #learnClient(params: Members): void {
    const told = params.clientInfo ?? membersOf(params._meta)["io.modelcontextprotocol/clientInfo"];
    const { name, version } = membersOf(told);
    if (typeof name !== "string" || name.trim() === "") return;
    this.#client = {
      kind: "agent",
      id: name.slice(0, 200),
      ...(typeof version === "string" && version !== "" ? { version: version.slice(0, 200) } : {}),
    };
  }

  #learnTools(result: Members | undefined): void {
    const { tools } = membersOf(result);
    for (const tool of Array.isArray(tools) ? tools : []) {
      const { name, annotations } = membersOf(tool);
      if (typeof name === "string") this.#claims.set(name, membersOf(annotations));
    }
  }
}

type Told = Omit<Outcome, "prescription">;

function outcomeOf(result: Members | undefined, error: Members | undefined): Told {
  if (error !== undefined) {
    const text = typeof error.message === "string" && error.message !== "" ? error.message : "no reason given";
    return {
      verdict: "error",
      error: { kind: "other", text: `JSON-RPC error ${String(error.code)}: ${text}`.slice(0, 4_000) },
    };
  }
  return { verdict: result?.isError === true ? "failure" : "success" };
}
