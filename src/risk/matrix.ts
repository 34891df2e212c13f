import type { Level, OperationClass, ScopeClass } from "../evidence/index.ts";

/** From harmless to harmful. */
export const levels: readonly Level[] = ["low", "medium", "high", "critical"];

export function worstOf(...given: readonly Level[]): Level {
  return given.reduce((worst, level) => (levels.indexOf(level) > levels.indexOf(worst) ? level : worst), "low");
}

/** What is at stake before anybody looks closer. What is not understood is never harmless. */
export const matrix: Readonly<Record<OperationClass, Readonly<Record<ScopeClass, Level>>>> = {
  read: { production: "low", staging: "low", development: "low", unknown: "low" },
  plan: { production: "low", staging: "low", development: "low", unknown: "low" },
  mutate: { production: "high", staging: "medium", development: "low", unknown: "medium" },
  destroy: { production: "critical", staging: "high", development: "medium", unknown: "high" },
  unknown: { production: "high", staging: "medium", development: "medium", unknown: "medium" },
};
