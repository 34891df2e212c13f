import { posix, win32 } from "node:path";
import type { OperationClass } from "../evidence/index.ts";
import type { Draft, Step } from "./draft.ts";
import type { Answer, Document, Want } from "./model.ts";
import { type Sight, unpack } from "./sight.ts";
import { hole, isKnown } from "./words.ts";

/** Bytes on their way from one command to another. */
export interface Flow {
  readonly documents: readonly Document[];
  /** The program that changed them on the way, so that they are only roughly what arrives. */
  readonly altered?: string;
}

/**
 * Where bytes will come from. Nothing is read before somebody asks: what is read is kept with the evidence, and a file
 * that a command only prints is nobody's business.
 */
export type Source = () => Flow | undefined;

/** What looking into a command gave. */
export interface Result {
  readonly class: OperationClass;
  /** What it writes to standard output, where that is known. */
  readonly output?: Source | undefined;
}

/** Looks into a command: says what it comes to, and what it would print. */
export type Look = (words: readonly string[], scene: Scene) => Promise<Result>;

/** What a shell keeps between its commands. */
export interface Session {
  directory: string;
  /** Variables by name; a hole for a value that only the run will tell. */
  readonly variables: Map<string, string>;
  /** Bodies, in the shell's own form. */
  readonly functions: Map<string, unknown>;
  readonly aliases: Map<string, string>;
  arguments: readonly string[];
  /** What the shell was called as: `$0`. */
  readonly name?: string;
  /** Files as earlier commands leave them; undefined where nobody knows what was written. */
  readonly files: Map<string, Source | undefined>;
}

/** What all scenes of one proposal share. */
export interface World {
  readonly draft: Draft;
  readonly sight: Sight;
  /** Documents that came with the proposal. */
  readonly documents: readonly Document[];
  /** Commands that may still be looked into: a script may be written to take for ever. */
  budget: number;
  /** Bodies of functions that were followed. */
  readonly called: Set<unknown>;
  look: Look;
  script(text: string, scene: Scene): Promise<Result>;
}

export interface Surrounds {
  readonly session: Session;
  /** Undefined where nobody knows what comes. */
  readonly input: Source | undefined;
  /** "pod shop/web", "host db1": files, variables and contexts there are not those here. */
  readonly inside: string | undefined;
  readonly depth: number;
}

/** Where a command runs, and everything a tool may ask or say while it looks at one. */
export class Scene {
  readonly world: World;
  readonly at: Surrounds;

  constructor(world: World, at: Surrounds) {
    this.world = world;
    this.at = at;
  }

  /** The same place, with something else on standard input, elsewhere, or with other variables. */
  with(change: Partial<Surrounds> & { readonly variables?: Readonly<Record<string, string>> }): Scene {
    const { variables = {}, ...rest } = change;
    const session = rest.session ?? this.at.session;
    const own = Object.keys(variables).length > 0;
    const mixed = own
      ? { ...session, variables: new Map([...session.variables, ...Object.entries(variables)]) }
      : session;
    return new Scene(this.world, { ...this.at, ...rest, session: mixed });
  }

  look(words: readonly string[]): Promise<Result> {
    return this.world.look(words, this.with({ depth: this.at.depth + 1 }));
  }

  script(text: string): Promise<Result> {
    return this.world.script(text, this.with({ depth: this.at.depth + 1 }));
  }

  add(step: Step): void {
    this.world.draft.add(step, this.at.inside);
  }

  unknown(text: string): void {
    this.world.draft.unknown(this.at.inside === undefined ? text : `${text} (${this.at.inside})`);
  }

  see(want: Want): Answer | undefined {
    return this.at.inside === undefined ? this.world.sight.see(want) : undefined;
  }

  /** What comes on standard input, for a command that uses it. */
  input(): Flow | undefined {
    return this.at.input?.();
  }

  /** Undefined where it is not set; a hole where nobody knows. */
  variable(name: string): string | undefined {
    const own = this.at.session.variables.get(name);
    if (own !== undefined) return own;
    if (this.at.inside !== undefined) return hole;
    const answer = this.see({ ask: "variable", name });
    return answer === undefined || answer.missing !== undefined ? hole : answer.text;
  }

  path(name: string): string {
    const { directory } = this.at.session;
    const { resolve } = /^[A-Za-z]:[\\/]/.test(directory) ? win32 : posix;
    if (!isKnown(directory) && !name.startsWith("/")) return `${hole}/${name}`;
    const home = name === "~" || name.startsWith("~/") ? (this.variable("HOME") ?? hole) : undefined;
    return resolve(directory, home === undefined ? name : home + name.slice(1));
  }

  /** A file's bytes as the command will find them. Says so in `unknown` where they cannot be had. */
  read(name: string): Flow | undefined {
    return this.source(name)();
  }

  /** The same, read when somebody asks, but as it is now: later commands may write to it. */
  source(name: string): Source {
    const path = this.path(name);
    if (!this.at.session.files.has(path)) return () => this.#onDisk(name, path);
    const written = this.at.session.files.get(path);
    return () => {
      const flow = written?.();
      if (!flow) this.unknown(`${name} is written before it is used, by a command whose output is not known`);
      return flow;
    };
  }

  #onDisk(name: string, path: string): Flow | undefined {
    if (!isKnown(path)) return this.#nothing(name, "its path is known only when the command runs");
    const answer = this.see({ ask: "file", path });
    const [document] = answer?.documents ?? [];
    if (document) return { documents: [{ name, bytes: unpack(document).bytes }] };
    const given = this.world.documents.find((other) => other.name === name || this.path(other.name) === path);
    if (given) return { documents: [given] };
    return this.#nothing(name, answer?.missing ?? "it was not read");
  }

  /** The files of a folder. */
  readFolder(name: string, recursive: boolean, endings: readonly string[]): Flow | undefined {
    const path = this.path(name);
    if (!isKnown(path)) return this.#nothing(name, "its path is known only when the command runs");
    const answer = this.see({ ask: "folder", path, recursive, endings });
    if (answer?.missing !== undefined) this.unknown(`${name}: ${answer.missing}`);
    if (answer?.documents) {
      const named = (file: Document) => ({ ...file, name: file.name === "" ? name : `${name}/${file.name}` });
      return { documents: answer.documents.map(unpack).map(named) };
    }
    return answer?.missing === undefined ? this.#nothing(name, "it was not read") : undefined;
  }

  /** What a program that only renders gives for these words. */
  render(command: readonly string[], directory = this.at.session.directory): Flow | undefined {
    const name = command.slice(0, 3).join(" ");
    if (![...command, directory].every(isKnown)) return this.#nothing(name, "its words are known only when it runs");
    const answer = this.see({ ask: "rendering", command, directory });
    if (answer?.documents) return { documents: answer.documents.map(unpack) };
    return this.#nothing(name, answer?.missing ?? "it was not run");
  }

  #nothing(name: string, because: string): undefined {
    const where = this.at.inside === undefined ? because : `it is not here but in ${this.at.inside}`;
    this.world.draft.unknown(`${name}: ${where}`);
    return undefined;
  }
}

export const textOf = (flow: Flow) => flow.documents.map(({ bytes }) => new TextDecoder().decode(bytes)).join("");

export const flowOf = (name: string, text: string): Flow => ({ documents: [{ name, bytes: Buffer.from(text) }] });

export const nothing: Source = () => ({ documents: [] });

/** One after the other; unknown where one of them is. */
export const joined =
  (sources: readonly (Source | undefined)[]): Source =>
  () => {
    const flows = sources.map((source) => source?.());
    if (flows.some((flow) => flow === undefined)) return undefined;
    const full = flows.filter((flow) => flow !== undefined && flow.documents.length > 0) as Flow[];
    const altered = full.find((flow) => flow.altered)?.altered;
    return { documents: full.flatMap(({ documents }) => documents), ...(altered && { altered }) };
  };
