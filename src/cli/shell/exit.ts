import { Problem } from "../../problem/index.ts";

/** Scripts rely on these numbers: they may be added to, never changed. */
export const exitCodes = {
  ok: 0,
  failed: 1,
  usage: 2,
  notFound: 3,
  missingRequirement: 4,
  refused: 5,
  /** All that could be checked is right, and not everything could be. */
  unproven: 6,
  /** Of trials: what the worst of them came to. */
  notPassed: 7,
  unsafe: 8,
  void: 9,
  /** Of a recording that ended before it should: what there is was kept. */
  incomplete: 10,
  /** Of a command that wraps another: these four as in env(1) and timeout(1). Everything else is the program's own. */
  timedOut: 124,
  wrapperFailed: 125,
  notExecutable: 126,
  noSuchProgram: 127,
  interrupted: 130,
} as const;

export class UsageProblem extends Problem<
  "UNKNOWN_COMMAND" | "UNKNOWN_OPTION" | "BAD_OPTION" | "MISSING_ARGUMENT" | "EXTRA_ARGUMENT"
> {}

/** A bare code counts for every room; `Class.CODE` comes first where one room means something else by it. */
const codesOfProblems: Readonly<Record<string, number>> = {
  BAD_SPEC: exitCodes.usage,
  BAD_CONFIG: exitCodes.usage,
  BAD_FINDINGS: exitCodes.usage,
  BAD_KEY: exitCodes.usage,
  BAD_TASK: exitCodes.usage,
  BAD_MATRIX: exitCodes.usage,
  BAD_QUERY: exitCodes.usage,
  BAD_RECIPE: exitCodes.usage,
  BAD_RULES: exitCodes.usage,
  UNKNOWN_AGENT: exitCodes.usage,
  INVALID_INPUT: exitCodes.usage,
  NO_SUCH_LOG: exitCodes.notFound,
  EMPTY_LOG: exitCodes.notFound,
  NO_SUCH_ENTRY: exitCodes.notFound,
  NO_SUCH_PRESCRIPTION: exitCodes.notFound,
  NO_SUCH_CLUSTER: exitCodes.notFound,
  NO_SUCH_CONTEXT: exitCodes.notFound,
  NO_SUCH_FILE: exitCodes.notFound,
  NO_SUCH_SNAPSHOT: exitCodes.notFound,
  NO_SUCH_RUN: exitCodes.notFound,
  NO_SUCH_TASK: exitCodes.notFound,
  UNKNOWN_COMPONENT: exitCodes.notFound,
  NOT_FOUND: exitCodes.notFound,
  "ProcessProblem.NOT_FOUND": exitCodes.missingRequirement,
  MISSING_REQUIREMENT: exitCodes.missingRequirement,
  KEY_MISSING: exitCodes.missingRequirement,
  PACKAGES_MISSING: exitCodes.missingRequirement,
  UNOBTAINABLE: exitCodes.missingRequirement,
  NOT_SUPPORTED: exitCodes.missingRequirement,
  RECORDER_UNREACHABLE: exitCodes.missingRequirement,
  NOT_ALLOWED: exitCodes.refused,
  RUN_EXISTS: exitCodes.refused,
  RUN_IN_USE: exitCodes.refused,
  TASKS_CHANGED: exitCodes.refused,
  DENIED: exitCodes.refused,
  ALREADY_REPORTED: exitCodes.refused,
  FOREIGN_REPORT: exitCodes.refused,
  VERDICT_MISMATCH: exitCodes.refused,
};

export function exitCodeOf(thrown: unknown, interrupted: boolean): number {
  if (interrupted && thrown instanceof Error && thrown.name === "AbortError") return exitCodes.interrupted;
  if (thrown instanceof UsageProblem) return exitCodes.usage;
  if (!(thrown instanceof Problem)) return exitCodes.failed;
  return codesOfProblems[`${thrown.name}.${thrown.code}`] ?? codesOfProblems[thrown.code] ?? exitCodes.failed;
}
