import type { Actor } from "../../evidence/index.ts";
import { messageOf } from "../../problem/index.ts";
import { calls, type Decision, identityOf, type Outcome } from "../../recorder/index.ts";
import { type Assessment, mayChange } from "../../risk/index.ts";
import type { Standing } from "../standing.ts";
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
  /** Tool and arguments: what a client comes back with must be the same. */
  readonly what: string;
}

/** Thrown out of a decision: only looked at, so nothing is written. */
class OnlyLooks extends Error {}

/** Sees the messages of both sides, and records calls of tools. Changes nothing in them. */
export class Witness {
  readonly #recorder: Standing;
  readonly #options: WitnessOptions;
  readonly #open = new Map<string, Open>();
  /** Requests for the list of tools: the answer has what the server claims of them. */
  readonly #lists = new Set<string>();
  readonly #claims = new Map<string, Members>();
  /** Calls that the server answered with a question, by the state that it wants back. */
  readonly #asked = new Map<string, Open>();
  /** Calls whose id was used for another before they were answered: nobody can tell the answers apart. */
  readonly #mistaken: Open[] = [];
  #client: Actor | undefined;

  constructor(recorder: Standing, options: WitnessOptions) {
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
    const left = [...this.#open.values(), ...this.#asked.values(), ...this.#mistaken];
    for (const open of left) await this.#report(open, lost);
  }

  /** A message that was looked at and does not go to the server after all. */
  async neverSent({ id }: Message): Promise<void> {
    const open = id === undefined ? undefined : this.#open.get(keyOf(id));
    if (id === undefined || open === undefined) return;
    this.#open.delete(keyOf(id));
    const text = "came together with a call that could not be recorded";
    await this.#report(open, { verdict: "error", error: { kind: "not-started", text } });
  }

  async #prescribe(key: string, params: Members): Promise<void> {
    const what = JSON.stringify([params.name, params.arguments]);
    const again = typeof params.requestState === "string" ? this.#asked.get(params.requestState) : undefined;
    if (again?.what === what) {
      this.#asked.delete(String(params.requestState));
      this.#keep(key, again);
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
      const told = { actor: this.#options.actor ?? this.#client, session, environment, process: identityOf() };
      const decide = async ({ class: kind }: Assessment): Promise<Decision> => {
        if (onlyChanges && !mayChange(kind)) throw new OnlyLooks();
        return { is: "proceed" };
      };
      const { id } = await this.#recorder.use((recorder) => recorder.prescribe({ ...proposal, ...told }, { decide }));
      this.#keep(key, { prescription: id, began: performance.now(), what });
    } catch (thrown) {
      if (!(thrown instanceof OnlyLooks)) throw thrown;
    }
  }

  #keep(key: string, open: Open): void {
    const before = this.#open.get(key);
    if (before) this.#mistaken.push(before);
    this.#open.set(key, open);
  }

  async #report({ prescription, began }: Open, told: Told): Promise<void> {
    try {
      const durationMs = Math.round(performance.now() - began);
      await this.#recorder.use((recorder) => recorder.report({ prescription, durationMs, ...told }));
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
  const { taskId } = membersOf(result?.task);
  if (taskId !== undefined) {
    const text = `it goes on as task ${String(taskId)}, whose end is not followed`.slice(0, 4_000);
    return { verdict: "error", error: { kind: "lost", text } };
  }
  return { verdict: result?.isError === true ? "failure" : "success" };
}
