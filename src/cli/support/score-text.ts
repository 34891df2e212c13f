import type { Judged, Score } from "../../snapshot/index.ts";

const signs = { cause: "right", wrong: "wrong", repeated: "again" } as const satisfies Record<Judged["is"], string>;

/** A score with each of its decisions. */
export function scoreLines(result: Score, flaws: readonly string[]): readonly string[] {
  const share = (value: number) => value.toFixed(3);
  const { detection, localisation } = result.questions;
  return [
    `score ${share(result.score)}  precision ${share(result.precision)}  recall ${share(result.recall)}  ` +
      `proximity ${share(result.proximity)}${result.chain === undefined ? "" : `  chain ${share(result.chain)}`}`,
    `detection ${share(detection)}  localisation ${localisation === undefined ? "not told" : share(localisation)}`,
    `${result.formula}, names by ${result.normalisation}, ground truth ${result.truth}`,
    ...result.named.flatMap(({ is, trail: [first, ...rest] }) => [
      `${signs[is]}   ${first}`,
      ...rest.map((line) => `        ${line}`),
    ]),
    ...result.missing.map((root) => `missing ${root}`),
    ...flaws.map((flaw) => `note: the ground truth has a flaw: ${flaw}`),
  ];
}
