import { spawn } from "node:child_process";
import { once } from "node:events";

/** The checks that need no cluster and no tests: format and lint, types. */
const checks = [
  { title: "format and lint", tool: "biome", args: ["ci", "--colors=off"] },
  { title: "types", tool: "tsc", args: [] },
];

export interface Counts {
  readonly passed: number;
  readonly failed: number;
}

export function heading(text: string): void {
  console.log(`\n== ${text}`);
}

export async function check(): Promise<Counts> {
  let failed = 0;
  for (const { title, tool, args } of checks) {
    heading(title);
    const child = spawn(process.execPath, [`node_modules/.bin/${tool}`, ...args], { stdio: "inherit" });
    const [code] = await once(child, "exit");
    console.log(code === 0 ? "ok" : `failed with exit code ${code}`);
    if (code !== 0) failed += 1;
  }
  return { passed: checks.length - failed, failed };
}

if (import.meta.main) {
  const { failed } = await check();
  process.exitCode = failed === 0 ? 0 : 1;
}
