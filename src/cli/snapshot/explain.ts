import { readAnswer, readTruth, SnapshotProblem, score } from "../../snapshot/index.ts";
import { command } from "../shell/command.ts";
import { exitCodes } from "../shell/exit.ts";
import { scoreLines } from "../support/score-text.ts";
import { textOf } from "../support/text-of.ts";

export default command({
  summary: "Score a diagnosis against the ground truth of an incident, and say why",
  usage: "TRUTH ANSWER",
  options: {},
  examples: ["snapshot explain ground_truth.yaml agent_output.json", "snapshot explain truth.yaml answer.json --json"],
  details: [
    "TRUTH is a ground truth file of ITBench, of either version; ANSWER is what the agent wrote. The score is 0 if a",
    "root cause is missing, else the share of the named entities that are root causes. An answer that cannot be read",
    "scores 0, with the reason, and ends with exit code 1.",
  ].join("\n"),
  async run({ arguments: [truthFile = "", answerFile = ""] }) {
    const [truthText, answerText] = await Promise.all([textOf(truthFile), textOf(answerFile)]);
    const truth = readTruth(truthText, truthFile);
    try {
      const result = score(readAnswer(answerText), truth);
      return {
        data: { ...result, flaws: truth.flaws },
        text: scoreLines(result, truth.flaws).join("\n"),
      };
    } catch (thrown) {
      if (!(thrown instanceof SnapshotProblem)) throw thrown;
      const reason = thrown.message;
      return {
        exitCode: exitCodes.failed,
        data: { score: 0, reason, flaws: truth.flaws },
        text: `score 0.000\n${reason}`,
      };
    }
  },
});
