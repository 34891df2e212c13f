import { answerFile, finishing, mostCharacters } from "../../answer/tool.ts";
import type { Answer, Stage } from "../../contract.ts";
import type { Tool } from "./tool.ts";

/** The last thing that is done: the answer goes where any agent leaves it. */
export function finish(home: Stage["home"]): Tool {
  return {
    ...finishing,
    async run(input, signal) {
      const short = (value: unknown) => String(value).slice(0, mostCharacters);
      const answer = { outcome: input.outcome as Answer["outcome"], reason: short(input.reason) };
      const diagnosis = input.diagnosis === undefined ? {} : { diagnosis: short(input.diagnosis) };
      await home.write([{ path: answerFile, content: JSON.stringify({ ...answer, ...diagnosis }) }], signal);
      return { text: answer.outcome, extra: diagnosis, answer };
    },
  };
}
