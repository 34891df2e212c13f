import type { CommandNode, CompoundList, ParsedScript, PipelineNode, Statement, SyntaxNode, WordPart } from "unbash";
import type { OperationClass } from "../../evidence/index.ts";
import { worse } from "../operation-class.ts";
import { joined, nothing, type Result, type Scene, type Session, textOf } from "../scene.ts";
import { hole } from "../words.ts";
import { Expander } from "./expand.ts";
import { redirect } from "./redirect.ts";
import { fork, merge } from "./session.ts";
import { simpleCommand } from "./simple.ts";
import { smell } from "./smell.ts";

type Body = CommandNode | CompoundList | PipelineNode | Statement["command"];
type Unbash = typeof import("unbash");

const mostRounds = 64;
const silent: Result = { class: "read", output: nothing };

/** Follows a script through everything that it may run. Nothing is run. */
export class Walker {
  readonly #unbash: Unbash;
  readonly expander: Expander;
  #source = "";
  #pipes = 0;

  constructor(unbash: Unbash) {
    this.#unbash = unbash;
    this.expander = new Expander(
      (part, scene) => this.#inner(part, scene),
      (node, scene) => this.sweep(node, scene),
    );
  }

  async script(text: string, scene: Scene): Promise<Result> {
    this.#source = text;
    const known = new Set(scene.at.session.functions.values());
    const found = await this.#parsed(this.#unbash.parse(text), text, scene);
    const late = await this.#uncalled(known, scene);
    if (scene.world.budget >= 0) return { ...found, class: worse(found.class, late) };
    scene.unknown("there are more commands than are looked into");
    return { class: worse(worse(found.class, late), this.#unreadable(text, scene)) };
  }

  async #parsed(parsed: ParsedScript, text: string, scene: Scene): Promise<Result> {
    const found = await this.list(parsed.commands, scene);
    const [error] = parsed.errors ?? [];
    if (!error) return found;
    scene.unknown(`the shell text cannot be read at ${error.pos}: ${error.message}`);
    return { class: worse(this.#unreadable(text, scene), found.class), output: undefined };
  }

  #unreadable(text: string, scene: Scene): OperationClass {
    const kind = smell(text);
    // Texts inside texts are smelled at again and again: that must end.
    scene.world.budget -= 50;
    scene.add({ tool: "shell", operation: "unreadable", class: kind, words: [], flags: new Map() });
    return kind;
  }

  /** A function that nobody was seen to call may still be called: by a trap, by another shell. */
  async #uncalled(known: ReadonlySet<unknown>, scene: Scene): Promise<OperationClass> {
    let kind: OperationClass = "read";
    for (const body of scene.at.session.functions.values()) {
      if (known.has(body) || scene.world.called.has(body)) continue;
      kind = worse(kind, (await this.call(body, [hole], scene)).class);
    }
    return kind;
  }

  async list(statements: readonly Statement[], scene: Scene): Promise<Result> {
    return this.#series(
      statements.map(({ command }) => command),
      scene,
    );
  }

  async #series(nodes: readonly Body[], scene: Scene): Promise<Result> {
    const results: Result[] = [];
    for (const node of nodes) results.push(await this.node(node, scene));
    return together(results);
  }

  async node(node: Body, scene: Scene): Promise<Result> {
    if (scene.world.budget < 0) return { class: "unknown" };
    switch (node.type) {
      case "Command":
        return simpleCommand(node, scene, this);
      case "CompoundList":
        return this.list(node.commands, scene);
      case "BraceGroup":
        return this.list(node.body.commands, scene);
      case "Subshell":
        return this.list(node.body.commands, scene.with({ session: fork(scene.at.session) }));
      case "Pipeline":
        return this.#pipeline(node.commands, scene);
      case "AndOr":
        return this.#perhaps(node.commands, node.operators, scene);
      case "If": {
        const tests = [node.clause, ...node.elif.map(({ clause }) => clause)];
        const bodies = [node.then, ...node.elif.map(({ then }) => then), ...(node.else ? [node.else] : [])];
        return together([await this.#series(tests, scene), await this.#oneOf(bodies, scene)]);
      }
      case "Case":
        await this.sweep(node.word, scene);
        return this.#oneOf(
          node.items.map(({ body }) => body),
          scene,
        );
      case "For":
        return this.#for(node, scene);
      case "Select":
      case "While":
      case "ArithmeticFor":
        return this.#again(node, scene);
      case "Redirected":
        return redirect(node.redirects, scene, this, (inner) => this.node(node.command, inner));
      case "Function":
        scene.at.session.functions.set(node.name.value, node.body);
        return silent;
      case "Coproc":
        return this.node(node.body, scene.with({ session: fork(scene.at.session), input: undefined }));
      default:
        await this.sweep(node, scene);
        scene.add({ tool: "shell", operation: "test", class: "read", words: [], flags: new Map() });
        return silent;
    }
  }

  /** Each command gets what the one before it prints. */
  async #pipeline(nodes: readonly CommandNode[], scene: Scene): Promise<Result> {
    let kind: OperationClass = "read";
    let flow = scene.at.input;
    for (const node of nodes) {
      const own = nodes.length === 1 ? scene.at.session : fork(scene.at.session);
      const result = await this.node(node, scene.with({ session: own, input: flow }));
      for (const [path, written] of own.files) scene.at.session.files.set(path, written);
      kind = worse(kind, result.class);
      flow = result.output;
    }
    return { class: kind, output: flow };
  }

  /** What follows "&&" or "||" may run or not: what it sets is certain within the chain only, and only after "&&". */
  async #perhaps(nodes: readonly PipelineNode[], operators: readonly string[], scene: Scene): Promise<Result> {
    const results: Result[] = [];
    const before = fork(scene.at.session);
    for (const [at, node] of nodes.entries()) {
      results.push(await this.node(node, scene));
      if (at === 0) merge(before, [scene.at.session]);
      else if (operators[at - 1] === "||" || at === nodes.length - 1) this.#doubt(before, scene);
    }
    const whole = together(results);
    // Of "a || b" only one speaks; nobody knows which.
    return operators.includes("||") ? { class: whole.class } : whole;
  }

  /** A directory that was entered is taken for entered: `cd envs/prod && terraform destroy` means what it says. */
  #doubt(before: Session, scene: Scene): void {
    const { variables } = scene.at.session;
    const earlier = scene.with({ session: before });
    for (const [name, value] of variables) {
      if (before.variables.get(name) === value) continue;
      const old = earlier.variable(name);
      if (old !== undefined && old !== value) variables.set(name, hole);
    }
  }

  async #oneOf(bodies: readonly CompoundList[], scene: Scene): Promise<Result> {
    const results: Result[] = [];
    const outcomes = [fork(scene.at.session)];
    for (const body of bodies) {
      const session = fork(scene.at.session);
      results.push(await this.node(body, scene.with({ session })));
      outcomes.push(session);
    }
    merge(scene.at.session, outcomes);
    return { ...together(results), output: undefined };
  }

  async #for(node: Extract<CommandNode, { type: "For" }>, scene: Scene): Promise<Result> {
    const given: string[] = [];
    for (const word of node.wordlist ?? []) given.push(...(await this.expander.words(word, scene)));
    const words = node.wordlist === undefined ? [...scene.at.session.arguments] : given;
    if (words.length > mostRounds)
      scene.unknown(`a loop over ${words.length} words was followed for ${mostRounds} of them`);
    const rounds = words.length > mostRounds ? [...words.slice(0, mostRounds), hole] : words;
    this.#forget(node.body, scene);
    const results: Result[] = [];
    for (const word of rounds.length === 0 ? [hole] : rounds) {
      if (scene.world.budget < 0) break;
      scene.at.session.variables.set(node.name.value, word);
      results.push(await this.node(node.body, scene));
    }
    return together(results);
  }

  /** A loop whose rounds nobody can count is followed once, with every variable that it sets unknown. */
  async #again(
    node: Extract<CommandNode, { type: "While" | "Select" | "ArithmeticFor" }>,
    scene: Scene,
  ): Promise<Result> {
    this.#forget(node, scene);
    if (node.type === "Select") scene.at.session.variables.set(node.name.value, hole);
    if (node.type === "ArithmeticFor") {
      for (const part of [node.initialize, node.test, node.update]) if (part) await this.sweep(part, scene);
    }
    const test = node.type === "While" ? await this.node(node.clause, scene) : silent;
    const body = await this.#oneOf([node.body], scene);
    return { class: worse(test.class, body.class), output: undefined };
  }

  #forget(node: SyntaxNode, scene: Scene): void {
    if (node.type === "Assignment") scene.at.session.variables.set(node.name, hole);
    this.#unbash.forEachChild(node, (child) => this.#forget(child, scene));
  }

  /** A function's body with these arguments. */
  async call(body: unknown, words: readonly string[], scene: Scene): Promise<Result> {
    scene.world.called.add(body);
    const { session } = scene.at;
    const before = session.arguments;
    session.arguments = words;
    try {
      return await this.node(body as CommandNode, scene.with({ depth: scene.at.depth + 1 }));
    } finally {
      session.arguments = before;
    }
  }

  async #inner(part: Extract<WordPart, { script: unknown }>, scene: Scene): Promise<string> {
    if (part.script === undefined) return hole;
    const source = part.script.source ?? part.text;
    const { output } = await this.#parsed(
      part.script,
      source,
      scene.with({ session: fork(scene.at.session), input: undefined }),
    );
    if (part.type === "CommandExpansion") {
      const flow = output?.();
      return flow && !flow.altered ? textOf(flow).replace(/\n+$/, "") : hole;
    }
    const name = `/dev/fd/${63 - this.#pipes++}`;
    scene.at.session.files.set(name, output);
    return name;
  }

  /** Follows every script below a node, whatever becomes of its output. */
  async sweep(node: SyntaxNode, scene: Scene): Promise<void> {
    const scripts: ParsedScript[] = [];
    const visit = (child: SyntaxNode): void => {
      if (child.type === "Script") scripts.push(child);
      else this.#unbash.forEachChild(child, visit);
    };
    this.#unbash.forEachChild(node, visit);
    for (const script of scripts) {
      await this.#parsed(
        script,
        script.source ?? this.#source.slice(script.pos, script.end),
        scene.with({ session: fork(scene.at.session), input: undefined }),
      );
    }
  }
}

function together(results: readonly Result[]): Result {
  const kind = results.reduce<OperationClass>((worst, result) => worse(worst, result.class), "read");
  return { class: kind, output: joined(results.map(({ output }) => output)) };
}
