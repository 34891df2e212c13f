/** Repeats a measurement and gives its middle value: this machine is noisy and a mean would follow the worst run. */
export async function median(runs: number, measure: () => Promise<number>): Promise<number> {
  const values: number[] = [];
  for (let run = 0; run < runs; run += 1) values.push(await measure());
  return middle(values);
}

export function middle(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

export async function seconds(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return (performance.now() - began) / 1000;
}

/** One line of a result: what, how long, how that compares with the baseline of the same run. */
export function line(what: string, value: number, unit: string, baseline?: { name: string; value: number }): string {
  const ratio = baseline ? `   ${(value / baseline.value).toFixed(2)} × ${baseline.name}` : "";
  return `${what.padEnd(52)} ${value.toFixed(2).padStart(8)} ${unit}${ratio}`;
}

export const quiet = { report: () => {}, signal: new AbortController().signal };

export function runsFrom(args: readonly string[], fallback: number): number {
  const given = Number(args[0]);
  return Number.isInteger(given) && given > 0 ? given : fallback;
}
