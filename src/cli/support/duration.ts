import { UsageProblem } from "../shell/exit.ts";

const units: Readonly<Record<string, number>> = {
  ms: 1,
  s: 1_000,
  m: 60_000,
  min: 60_000,
  h: 3_600_000,
  d: 86_400_000,
};

/** Milliseconds of `30s`, `5m`, `1h30m`. */
export function duration(option: string, text: string): number {
  const parts = [...text.matchAll(/(\d+)(ms|min|s|m|h|d)/g)];
  const total = parts.reduce((sum, [, count, unit = ""]) => sum + Number(count) * (units[unit] ?? 0), 0);
  if (parts.map(([part]) => part).join("") === text && total > 0 && Number.isSafeInteger(total)) return total;
  throw new UsageProblem("BAD_OPTION", `${option}: expected a time like 30s, 5m or 1h30m, found "${text}"`);
}
