import { spawn } from "node:child_process";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { run } from "../../process/index.ts";
import { cgroupParent } from "./cgroups.ts";
import { clusterPaths } from "./paths.ts";
import { namesDirectory } from "./record.ts";

const script = join(dirname(fileURLToPath(import.meta.url)), "janitor.sh");

/** Starts the process that cleans up after us. It waits for its standard input to close, which any end of ours does. */
export function hireJanitor(id: string): { dismiss(): Promise<void> } {
  const child = spawn("sh", argumentsFor(id), {
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

/** Cleans up after a cluster whose owner is gone already. */
export async function cleanUp(id: string): Promise<void> {
  await run("sh", argumentsFor(id));
}

function argumentsFor(id: string): string[] {
  return [script, id, clusterPaths(id).directory, namesDirectory(), cgroupParent()];
}
