import type { Finding } from "../../checks/index.ts";
import { messageOf } from "../../problem/index.ts";
import { type Answer, readAnswer, SnapshotProblem, score, showEntity, type Truth } from "../../snapshot/index.ts";
import type { TrialResult } from "../model.ts";

export type Diagnosed = Pick<TrialResult, "verdict" | "because" | "findings" | "rewards">;

/** Passed is who names the root causes and nothing else. The two easier questions are told beside it. */
export function judgeDiagnosis(written: string | undefined, truth: Truth): Diagnosed {
  if (written === undefined) return unanswered("there is no answer");
  let answer: Answer;
  try {
    answer = readAnswer(written);
  } catch (thrown) {
    if (thrown instanceof SnapshotProblem) return unanswered(messageOf(thrown));
    throw thrown;
  }
  const { score: reached, precision, recall, proximity, questions, named, missing } = score(answer, truth);
  const names = answer.causes.map(showEntity).join(", ") || "nothing";
  const { detection, localisation } = questions;
  const wrong = named.filter(({ is }) => is === "wrong").map(({ entity }) => `${showEntity(entity)} is no root cause`);
  const findings = [
    finding(
      "it is known whether anything is wrong",
      detection,
      answer.incident === undefined ? names : String(answer.incident),
    ),
    ...(localisation === undefined
      ? []
      : [
          finding(
            "the parts that are at fault are named",
            localisation,
            (answer.components ?? []).map(showEntity).join(", ") || "nothing",
          ),
        ]),
    finding("the root causes are named, and nothing else", reached, names),
  ];
  return {
    verdict: reached === 1 ? "pass" : "fail",
    because: reached === 1 ? [] : [...missing.map((root) => `${root} is a root cause and was not named`), ...wrong],
    findings,
    rewards: {
      ...{ reward: reached, detection, ...(localisation === undefined ? {} : { localisation }) },
      ...{ precision, recall, proximity },
    },
  };
}

function finding(check: string, value: number, found: string): Finding {
  return { check, kind: "outcome", ok: value === 1, expected: "score 1", found: `score ${value.toFixed(3)}: ${found}` };
}

/** Whoever cannot write it down as asked has not answered. */
function unanswered(reason: string): Diagnosed {
  const check = "there is an answer in the form that was asked for";
  return {
    ...{ verdict: "fail", because: [reason] },
    findings: [{ check, kind: "outcome", ok: false, expected: "an answer", found: reason }],
    rewards: { reward: 0, detection: 0, localisation: 0, precision: 0, recall: 0, proximity: 0 },
  };
}
