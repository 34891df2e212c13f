import type { ModelMessage, ToolResultPart } from "ai";
import { capped } from "./tools/tool.ts";

/** What a model said, and what it heard back: results of its calls, or a word of ours where it made none. */
interface Exchange {
  readonly said: readonly ModelMessage[];
  heard: Heard;
}

type Heard = { readonly results: readonly Result[] } | { readonly word: string };

export interface Result {
  readonly id: string;
  readonly name: string;
  readonly text: string;
}

/** Of the latest turns nothing is given up before all others have given what they can. */
const spared = 4;
const shortOutput = 200;
const middlingOutput = 4_000;
/** Characters for a token: less than they are in most texts, so that there is room left and not too little. */
const charactersPerToken = 3;

/** All that is sent with each request. When it grows too long, it gives up what is oldest, always in the same way. */
export class Conversation {
  readonly #task: string;
  #exchanges: Exchange[] = [];
  #forgotten = 0;

  constructor(task: string) {
    this.#task = task;
  }

  add(said: readonly ModelMessage[], heard: Heard): void {
    this.#exchanges.push({ said, heard });
  }

  messages(): ModelMessage[] {
    const note = this.#forgotten > 0 ? `\n\n[${this.#forgotten} earlier turns were left out to save room]` : "";
    return [
      { role: "user", content: `${this.#task}${note}` },
      ...this.#exchanges.flatMap(({ said, heard }) => [...said, messageOf(heard)]),
    ];
  }

  /** How many tokens were added since the model last told how many there are. */
  tokensHeardLast(): number {
    const heard = this.#exchanges.at(-1)?.heard;
    return heard === undefined ? 0 : Math.ceil(sizeOf(heard) / charactersPerToken);
  }

  /** Gives something up, and says what; undefined when there is nothing left to give. */
  shorten(): string | undefined {
    return this.#dropOutputs() ?? this.#cutOutputs() ?? this.#forget();
  }

  #dropOutputs(): string | undefined {
    const dropped = this.#change(this.#exchanges.slice(0, -spared), shortOutput, (text) => {
      return `[output of ${text.length} characters left out to save room]`;
    });
    return dropped > 0 ? `${dropped} outputs of earlier turns` : undefined;
  }

  #cutOutputs(): string | undefined {
    const cut = this.#change(this.#exchanges, middlingOutput, (text) => capped(text, middlingOutput / 2));
    return cut > 0 ? `the middle of ${cut} outputs` : undefined;
  }

  #forget(): string | undefined {
    const count = Math.floor(this.#exchanges.length / 2);
    if (count === 0) return undefined;
    this.#exchanges = this.#exchanges.slice(count);
    this.#forgotten += count;
    return `${count} earlier turns`;
  }

  #change(exchanges: readonly Exchange[], most: number, shorter: (text: string) => string): number {
    let changed = 0;
    for (const exchange of exchanges) {
      if (!("results" in exchange.heard)) continue;
      const results = exchange.heard.results.map((result) => {
        if (result.text.length <= most) return result;
        changed += 1;
        return { ...result, text: shorter(result.text) };
      });
      exchange.heard = { results };
    }
    return changed;
  }
}

function sizeOf(heard: Heard): number {
  return "word" in heard ? heard.word.length : heard.results.reduce((sum, { text }) => sum + text.length, 0);
}

function messageOf(heard: Heard): ModelMessage {
  if ("word" in heard) return { role: "user", content: heard.word };
  const content = heard.results.map(({ id, name, text }): ToolResultPart => {
    return { type: "tool-result", toolCallId: id, toolName: name, output: { type: "text", value: text } };
  });
  return { role: "tool", content };
}
