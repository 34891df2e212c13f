import { z } from "zod";
import type { Answer, Stage } from "../../contract.ts";
import type { Tool } from "./tool.ts";

const answerFile = "/workspace/answer.json";
const outcomes = ["done", "declined", "escalated", "nothing-wrong"] as const;
/** What a harness reads of an answer has an end. */
const mostCharacters = 6_000;

/** The last thing that is done: the answer goes where any agent leaves it. */
export function finish(home: Stage["home"]): Tool {
  return {
    name: "finish",
    description:
      "Call this once, at the very end, and say how it ended. done: the problem is solved. declined: you must not do " +
      "what was asked. escalated: somebody else has to decide or act. nothing-wrong: there is no problem.",
    input: z.object({
      outcome: z.enum(outcomes),
      reason: z.string().describe("what you did and found, or why you did not, in a few sentences"),
      diagnosis: z.string().optional().describe("the root cause, if you found it"),
    }),
    async run(input, signal) {
      const short = (value: unknown) => String(value).slice(0, mostCharacters);
      const answer = { outcome: input.outcome as Answer["outcome"], reason: short(input.reason) };
      const diagnosis = input.diagnosis === undefined ? {} : { diagnosis: short(input.diagnosis) };
      await home.write([{ path: answerFile, content: JSON.stringify({ ...answer, ...diagnosis }) }], signal);
      return { text: answer.outcome, extra: diagnosis, answer };
    },
  };
}
