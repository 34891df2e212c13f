import { readAnswer, SnapshotProblem, score, truthOf } from "../../snapshot/index.ts";
import { command } from "../shell/command.ts";
import { exitCodes } from "../shell/exit.ts";
import { scoreLines } from "../support/score-text.ts";
import { textOf } from "../support/text-of.ts";

export default command({
  summary: "Score a diagnosis against the incident that it is about, with each decision",
  usage: "ANSWER SNAPSHOT",
  options: {},
  examples: ["snapshot score agent_output.json sre/Scenario-9", "snapshot score answer.json incident.tar.zst --json"],
  details: [
    "ANSWER is what the agent wrote; the ground truth is the one within SNAPSHOT, or its row in data.jsonl beside it. The",
    "score is 0 if a root cause is missing, else the share of the named entities that are root causes. An answer that",
    "cannot be read scores 0, with the reason, and ends with exit code 1.",
  ].join("\n"),
  async run({ arguments: [answerFile = "", snapshot = ""], terminal }) {
    const text = await textOf(answerFile);
    const { truth, from } = await truthOf(snapshot, { environment: terminal.env });
    const { flaws } = truth;
    try {
      const result = score(readAnswer(text), truth);
      return {
        data: { ...result, from, flaws },
        text: [...scoreLines(result, flaws), `truth from ${from}`].join("\n"),
      };
    } catch (thrown) {
      if (!(thrown instanceof SnapshotProblem)) throw thrown;
      const reason = thrown.message;
      return { exitCode: exitCodes.failed, data: { score: 0, reason, from, flaws }, text: `score 0.000\n${reason}` };
    }
  },
});
