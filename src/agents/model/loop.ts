import type { LanguageModel, ToolSet } from "ai";
import { messageOf } from "../../problem/index.ts";
import type { Acted } from "../contract.ts";
import { costOf } from "../prices/index.ts";
import type { Budget, ModelSettings, Provider } from "../sources/index.ts";
import type { Deed } from "../trajectory.ts";
import { carryOut, type Done } from "./act.ts";
import { type Answered, ask, offered } from "./ask.ts";
import { Conversation } from "./conversation.ts";
import { Interruption } from "./interruption.ts";
import { type Patience, patiently, TooLong } from "./patience.ts";
import { Tally } from "./tally.ts";
import type { Tool } from "./tools/index.ts";
import { allOf, metricsOf } from "./usage.ts";

export interface Setting {
  readonly model: LanguageModel;
  readonly provider: Provider;
  readonly settings: ModelSettings;
  readonly instructions: string;
  readonly task: string;
  readonly tools: readonly Tool[];
  readonly budget: Budget;
  readonly patience: Patience;
}

/** How full a conversation may become before it is made shorter. */
const fullness = 0.8;

/** Said to a model that stops without calling `finish`. Once: whoever says nothing more then is done. */
const reminder = "Go on, or call finish and say how it ended.";

/** A conversation with a model until it finishes, uses up its budget, or cannot go on. */
export class Loop {
  readonly #setting: Setting;
  readonly #conversation: Conversation;
  readonly #offered: ToolSet;
  readonly #tally = new Tally();
  readonly #deeds: Deed[];
  readonly #said: string[] = [];
  #reminded = false;

  constructor(setting: Setting, deeds: Deed[] = []) {
    this.#setting = setting;
    this.#conversation = new Conversation(setting.task);
    this.#offered = offered(setting.tools);
    this.#deeds = deeds;
  }

  async run(signal: AbortSignal): Promise<Acted> {
    try {
      return await this.#turns(signal);
    } catch (thrown) {
      if (thrown instanceof Interruption) return this.#end("void", thrown.message);
      if (signal.aborted) return this.#end("stopped", "the time was over");
      throw thrown;
    }
  }

  async #turns(signal: AbortSignal): Promise<Acted> {
    for (;;) {
      const over = this.#tally.over(this.#setting.budget);
      if (over !== undefined) return this.#end("stopped", `the budget of ${over} was used up`);
      const turn = await this.#ask(signal);
      if (turn === undefined) return this.#end("stopped", "the conversation became too long for the model");
      const { answered, deed } = turn;
      const done = await this.#carryOut(answered, deed, signal);
      if (done.some(({ answer }) => answer !== undefined)) return this.#end("done");
      if (signal.aborted) return this.#end("stopped", "the time was over");
      if (answered.ending === "content-filter") return this.#end("failed", "the provider withheld the model's answer");
      if (done.length === 0 && this.#reminded) return this.#end("done");
      this.#reminded = done.length === 0;
      const results = done.map(({ call, text }) => ({ id: call.id, name: call.name, text }));
      this.#conversation.add(answered.messages, done.length > 0 ? { results } : { word: reminder });
      this.#makeRoom(answered);
    }
  }

  /** Undefined if the conversation does not fit, however much is left out of it. */
  async #ask(signal: AbortSignal): Promise<{ answered: Answered; deed: Deed } | undefined> {
    const { model, provider, settings, instructions, patience } = this.#setting;
    const { name: _, context: __, price, ...wishes } = settings;
    const question = { model, provider, settings: wishes, instructions, tools: this.#offered };
    for (;;) {
      let seconds = 0;
      const once = async () => {
        const began = performance.now();
        try {
          return await ask({ ...question, messages: this.#conversation.messages() }, signal);
        } finally {
          seconds = (performance.now() - began) / 1_000;
          this.#tally.waited(seconds);
        }
      };
      try {
        const { answer, retries } = await patiently(patience, signal, once);
        const cost = costOf(price, answer.tokens);
        this.#tally.request(answer.tokens, cost);
        return { answered: answer, deed: deedOf(answer, cost, seconds, retries) };
      } catch (thrown) {
        if (!(thrown instanceof TooLong)) throw thrown;
        if (!this.#shorten(thrown.message)) return undefined;
      }
    }
  }

  async #carryOut(answered: Answered, deed: Deed, signal: AbortSignal): Promise<Done[]> {
    if (answered.text !== "") this.#said.push(answered.text);
    const { tools } = this.#setting;
    for (const { name } of answered.calls)
      this.#tally.call(tools.find((tool) => tool.name === name)?.isCommand ?? false);
    try {
      const done = await carryOut(answered.calls, tools, signal);
      this.#deeds.push({ ...deed, ...(done.length > 0 ? { observation: { results: done.map(observed) } } : {}) });
      this.#said.push(...done.map(shown));
      return done;
    } catch (thrown) {
      this.#deeds.push(deed);
      throw thrown;
    }
  }

  #makeRoom({ tokens }: Answered): void {
    const { context, maxOutputTokens = 0 } = this.#setting.settings;
    if (context === undefined) return;
    const expected = allOf(tokens) + this.#conversation.tokensHeardLast() + maxOutputTokens;
    if (expected > context * fullness) this.#shorten(`${expected} of ${context} tokens would be used`);
  }

  #shorten(because: string): boolean {
    const left = this.#conversation.shorten();
    if (left === undefined) return false;
    this.#deeds.push({
      timestamp: new Date().toISOString(),
      source: "system",
      message: `Left out to save room: ${left} (${because})`,
      extra: { context_management: { type: "compaction", boundary: "truncate" } },
    });
    return true;
  }

  #end(how: Acted["how"], why?: string): Acted {
    const output = [...this.#said, ...(why === undefined ? [] : [`${how}: ${why}`])].join("\n");
    return {
      ...{ how, output, deeds: this.#deeds, usage: this.#tally.usage() },
      ...(how === "void" && why !== undefined ? { reason: why } : {}),
    };
  }
}

function deedOf(answered: Answered, cost: number | undefined, seconds: number, retries: number): Deed {
  const { text, reasoning, calls, tokens, ending, model } = answered;
  return {
    timestamp: new Date().toISOString(),
    source: "agent",
    message: text,
    model_name: model,
    ...(reasoning === undefined ? {} : { reasoning_content: reasoning }),
    ...(calls.length > 0 ? { tool_calls: calls.map(called) } : {}),
    llm_call_count: 1,
    metrics: metricsOf(tokens, cost, seconds),
    extra: { finish_reason: ending, ...(retries > 0 ? { retries } : {}) },
  };
}

/** The format wants an object; what is none was no call that anybody could carry out. */
function called({ id, name, input }: Answered["calls"][number]) {
  const object = typeof input === "object" && input !== null && !Array.isArray(input);
  return {
    tool_call_id: id,
    function_name: name,
    arguments: object ? (input as Record<string, unknown>) : { malformed: input },
  };
}

function observed({ call, text, extra }: Done) {
  return { source_call_id: call.id, content: text, ...(extra ? { extra } : {}) };
}

function shown({ call, text }: Done): string {
  const { command } = (call.input ?? {}) as { command?: unknown };
  return `$ ${typeof command === "string" ? command : `${call.name} ${textOf(call.input)}`}\n${text}`;
}

function textOf(input: unknown): string {
  try {
    return JSON.stringify(input);
  } catch (thrown) {
    return messageOf(thrown);
  }
}
