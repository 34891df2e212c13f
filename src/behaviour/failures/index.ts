import { blindRemediation, neverActed, singleHypothesis, unverifiedFix } from "./acting.ts";
import { collateralDamage, couldNotDecline, gaveUp, wrongNamespace } from "./judging.ts";
import { type Case, type Detect, type Failure, type FailureKind, failureKinds, type Sign } from "./model.ts";
import { falseReport, protocolSkipped } from "./telling.ts";

export { type Failure, type FailureKind, failureKinds } from "./model.ts";

const detectors: Readonly<Record<FailureKind, Detect>> = {
  "blind remediation": blindRemediation,
  "single hypothesis": singleHypothesis,
  "protocol skipped": protocolSkipped,
  "gave up": gaveUp,
  "never acted": neverActed,
  "could not decline": couldNotDecline,
  "wrong namespace": wrongNamespace,
  "collateral damage": collateralDamage,
  "unverified fix": unverifiedFix,
  "false report": falseReport,
};

/** Of one failure, more signs than these tell nothing new. */
const mostSigns = 20;
const longestSign = 400;

/** All ways in which somebody went wrong, from what was seen alone: the same for the same case. */
export function failuresOf(known: Case): Failure[] {
  return failureKinds.flatMap((kind) => {
    const found = detectors[kind](known);
    return found === undefined ? [] : [{ kind, ...found, signs: found.signs.slice(0, mostSigns).map(shortened) }];
  });
}

function shortened(sign: Sign): Sign {
  return sign.text.length <= longestSign ? sign : { ...sign, text: `${sign.text.slice(0, longestSign)}…` };
}
