import { spawn } from "node:child_process";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { run } from "../process/index.ts";
import { groupDirectories } from "./cgroups.ts";

const script = join(dirname(fileURLToPath(import.meta.url)), "janitor.sh");

/** Starts the process that cleans up after a sandbox. It waits for its standard input to close, which any end of ours does. */
export function hireJanitor(slot: number, directory: string): { dismiss(): Promise<void> } {
  const child = spawn("sh", [script, directory, ...groupDirectories(slot)], {
    stdio: ["pipe", "ignore", "ignore"],
    detached: true, // A Ctrl-C in our terminal must not stop it.
    cwd: "/",
  });
  child.unref();
  const gone = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  return {
    dismiss: async () => {
      child.ref();
      child.stdin.end();
      await gone;
    },
  };
}

/** Cleans up after a sandbox whose owner is gone already. */
export async function cleanUp(slot: number, directory: string): Promise<void> {
  await run("sh", [script, directory, ...groupDirectories(slot)]);
}
