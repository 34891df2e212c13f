import { openSync } from "node:fs";
import { createInterface } from "node:readline/promises";
import { ReadStream } from "node:tty";
import type { Level } from "../../evidence/index.ts";
import type { Decision } from "../../recorder/index.ts";
import { userHere } from "../../recorder/index.ts";
import { type Assessment, explain } from "../../risk/index.ts";
import type { Output } from "../shell/terminal.ts";
import { isAtLeast } from "./level.ts";

/** Asks whoever sits at the terminal, from a level on. Nobody there is a no: silence approves nothing. */
export function confirmation(
  from: Level,
  output: Output,
  signal: AbortSignal,
): (assessment: Assessment) => Promise<Decision> {
  return async (assessment) => {
    if (!isAtLeast(assessment.level, from)) return { is: "proceed" };
    output.stream.write(`${explain(assessment)}\n`);
    const answer = await ask(`Run it? The answer is recorded. [y/N] `, output, signal);
    if (answer === undefined) return refusal(assessment, "nobody is at a terminal to confirm it");
    if (/^y(es)?$/i.test(answer.trim())) return { is: "approved", by: userHere() };
    return refusal(assessment, `${userHere()} was asked and did not confirm it`);
  };
}

function refusal({ level }: Assessment, reason: string): Decision {
  return { is: "declined", trigger: `risk-${level}`, reason };
}

/** From the terminal itself: standard input may be the command's. Undefined where there is none. */
async function ask(question: string, output: Output, signal: AbortSignal): Promise<string | undefined> {
  let descriptor: number;
  try {
    descriptor = openSync("/dev/tty", "r+");
  } catch {
    return undefined;
  }
  const input = new ReadStream(descriptor);
  const lines = createInterface({ input, terminal: false });
  try {
    output.stream.write(question);
    const closed = new Promise<string>((resolve) => lines.once("close", () => resolve("")));
    return await Promise.race([lines.question("", { signal }), closed]);
  } catch (error) {
    if (signal.aborted) return "";
    throw error;
  } finally {
    lines.close();
    input.destroy();
  }
}
