import type { Level } from "../../evidence/index.ts";
import { UsageProblem } from "../shell/exit.ts";

const levels: readonly Level[] = ["low", "medium", "high", "critical"];

export function level(option: string, text: string): Level {
  const found = levels.find((each) => each === text);
  if (found) return found;
  throw new UsageProblem("BAD_OPTION", `${option}: expected one of ${levels.join(", ")}, found "${text}"`);
}

export function isAtLeast(found: Level, wanted: Level): boolean {
  return levels.indexOf(found) >= levels.indexOf(wanted);
}
