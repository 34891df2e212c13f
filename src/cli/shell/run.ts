import { messageOf, nearest, Problem } from "../../problem/index.ts";
import type { Command, Group, Outcome } from "./command.ts";
import { exitCodeOf, exitCodes, UsageProblem } from "./exit.ts";
import { type Parsed, parse } from "./parse.ts";
import { progress } from "./progress.ts";
import type { Terminal } from "./terminal.ts";

/** The whole program as a function: arguments, streams and environment come in, an exit code comes out. */
export async function run(args: readonly string[], terminal: Terminal, tree: Group): Promise<number> {
  // Failures before the arguments are understood must still answer in the form that was asked for.
  const own = args.includes("--") ? args.slice(0, args.indexOf("--")) : args;
  const manner = { json: own.includes("--json"), wraps: false };
  try {
    const found = await find(args, tree);
    if ("text" in found) return print(terminal, { text: found.text });
    manner.wraps = found.command.wraps === true;
    const parsed = parse(found.name, found.command, found.args);
    if (parsed.help) return print(terminal, { text: (await help()).helpOfCommand(found.name, found.command) });
    manner.json = parsed.json;
    const outcome = await execute(found.command, parsed, terminal);
    const exitCode = print(terminal, outcome, manner);
    if (manner.wraps) terminal.leave(outcome.signal);
    return exitCode;
  } catch (thrown) {
    return complain(thrown, terminal, manner);
  }
}

/** How to answer: in which form, and whether standard output is ours or a program's. */
interface Manner {
  readonly json: boolean;
  readonly wraps: boolean;
}

/** What most calls do not need is not loaded for them. */
const help = () => import("./help.ts");

type Found = { text: string } | { name: string; command: Command; args: readonly string[] };

async function find(given: readonly string[], tree: Group): Promise<Found> {
  let args = given;
  let group = tree;
  const path: string[] = [];
  for (;;) {
    const word = args[path.length];
    const name = path.join(" ");
    const asksForHelp = word === "--help" || word === "-h" || word === "help";
    if (group.otherwise !== undefined && !asksForHelp && (word === undefined || word.startsWith("-"))) {
      args = [...path, group.otherwise, ...args.slice(path.length)];
      continue;
    }
    if (word === undefined || asksForHelp) return { text: await (await help()).helpOfGroup(name, group) };
    if (word === "--version" && path.length === 0) {
      return { text: `${await (await import("./version.ts")).version()}\n` };
    }
    const entry = Object.hasOwn(group.commands, word) ? group.commands[word] : undefined;
    if (entry === undefined) throw unknownCommand([...path, word], group);
    path.push(word);
    if (typeof entry === "function") {
      return { name: path.join(" "), command: (await entry()).default, args: args.slice(path.length) };
    }
    group = entry;
  }
}

function unknownCommand(path: readonly string[], group: Group): UsageProblem {
  const meant = nearest(path.at(-1) ?? "", Object.keys(group.commands));
  const before = path.slice(0, -1);
  return new UsageProblem("UNKNOWN_COMMAND", `no command "${path.join(" ")}"`, {
    hint: meant
      ? `did you mean: airworthy ${[...before, meant].join(" ")}`
      : `run: airworthy ${[...before, "--help"].join(" ")}`,
  });
}

async function execute(command: Command, parsed: Parsed, terminal: Terminal): Promise<Outcome> {
  using steps = progress(terminal.stderr, terminal.env);
  const handOver = () => {
    // Two cannot write on one line: what gets the terminal gets all of it.
    steps[Symbol.dispose]();
    return terminal.handOver();
  };
  return await command.run({
    ...parsed,
    // Not a copy: a copy would open standard input, which may be another program's.
    terminal: Object.assign(Object.create(terminal) as Terminal, { handOver }),
    signal: terminal.interrupted,
    report: steps.report,
    note: steps.note,
  });
}

function print(terminal: Terminal, outcome: Outcome, { json, wraps }: Manner = { json: false, wraps: false }): number {
  const { stream } = wraps ? terminal.stderr : terminal.stdout;
  if (json && outcome.data !== undefined) stream.write(`${JSON.stringify(outcome.data, null, 2)}\n`);
  else if (!json && outcome.text) stream.write(outcome.text.replace(/\n*$/, "\n"));
  return outcome.exitCode ?? exitCodes.ok;
}

/** A problem is the user's to solve and gets words; anything else is our bug and keeps its stack. */
function complain(thrown: unknown, terminal: Terminal, { json, wraps }: Manner): number {
  const code = exitCodeOf(thrown, terminal.interrupted.aborted);
  const exitCode = wraps && code !== exitCodes.interrupted ? exitCodes.wrapperFailed : code;
  const problem = thrown instanceof Problem ? thrown : undefined;
  const stderr = terminal.stderr.stream;
  if (exitCode === exitCodes.interrupted) stderr.write("interrupted\n");
  else if (problem) stderr.write(`error: ${problem.message}\n${problem.hint ? `hint: ${problem.hint}\n` : ""}`);
  else stderr.write(`error: this is a bug in airworthy\n${thrown instanceof Error ? thrown.stack : String(thrown)}\n`);
  if (json) {
    const error = { code: problem?.code ?? "BUG", message: messageOf(thrown), hint: problem?.hint, exitCode };
    const { stream } = wraps ? terminal.stderr : terminal.stdout;
    stream.write(`${JSON.stringify({ error }, null, 2)}\n`);
  }
  return exitCode;
}
