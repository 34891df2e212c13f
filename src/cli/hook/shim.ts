import { messageOf } from "../../problem/index.ts";
import { actorHere, connect, execute, shims, traceHere, within } from "../../recorder/index.ts";
import { mayChange } from "../../risk/index.ts";
import { command } from "../shell/command.ts";
import { exitCodeOfEnding } from "../support/executed.ts";
import { onFailureOf } from "../support/hook-options.ts";
import { peekAtInput } from "../support/standard-input.ts";

/** Thrown out of a decision: it only looks, so nothing is written. */
class OnlyLooks extends Error {}

export default command({
  summary: "Run the program behind a launcher, recorded if it may change something; launchers call this",
  usage: "-- PROGRAM [ARGUMENT…]",
  wraps: true,
  options: {
    "on-failure": {
      type: "string",
      value: "DO",
      text: "block or pass, when something cannot be recorded; block unless told",
    },
  },
  examples: ["hook shim -- kubectl delete pod web-1"],
  details: "Launchers are made by: airworthy hook install shim",
  async run({ options, rest: [name = "", ...args], terminal, signal, note }) {
    const { agentAround, realProgram } = await shims();
    const { path, searchPath } = realProgram(name, terminal.env);
    const instead = (): never => {
      // Nothing is left of us: streams, signals and exit code are the program's own.
      process.execve?.(path, [name, ...args], { ...process.env });
      throw new Error("this system cannot replace a running program");
    };
    const around = agentAround(terminal.env);
    const agent = around && {
      kind: "agent" as const,
      id: around.id,
      ...(around.version ? { version: around.version } : {}),
    };
    const stdin = peekAtInput();
    try {
      await using recorder = await connect({
        channel: "shim",
        through: name,
        actor: terminal.env.AIRWORTHY_ACTOR ? actorHere(terminal.env) : agent,
        session: terminal.env.AIRWORTHY_SESSION || around?.session,
        environment: terminal.env,
      });
      using stack = new DisposableStack();
      const executed = await execute(
        recorder,
        {
          command: [name, ...args],
          environment: { ...terminal.env, PATH: searchPath },
          trace: traceHere(terminal.env),
          ...(stdin ? { stdin } : {}),
        },
        {
          signal,
          decide: async (assessment) => {
            if (!mayChange(assessment.class)) throw new OnlyLooks();
            return { is: "proceed" };
          },
          onPrescribed: ({ id }) => {
            terminal.env[within] = id;
            stack.use(terminal.handOver());
          },
        },
      );
      if (executed.unreported !== undefined)
        note(`warning: ${name} ran, its end is not recorded: ${executed.unreported}`);
      const { ending } = executed;
      if (!ending) throw new Error("declined by nobody");
      return { exitCode: exitCodeOfEnding(ending), ...(ending.signal ? { signal: ending.signal } : {}) };
    } catch (thrown) {
      if (thrown instanceof OnlyLooks) return instead();
      if (onFailureOf(options) === "block") throw thrown;
      note(`airworthy: NOT RECORDED: ${messageOf(thrown)}`);
      return instead();
    }
  },
});
