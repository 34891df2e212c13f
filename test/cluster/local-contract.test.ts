import { existsSync, readdirSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { localProvider } from "../../src/cluster/index.ts";
import { run } from "../../src/process/index.ts";
import { clusterContract } from "./contract.ts";

const state = process.env.AIRWORTHY_STATE ?? "/var/lib/airworthy";

/** Everything on this host that belongs to no living cluster but to one of that name or id. */
export async function leftovers(name: string): Promise<string[]> {
  const found: string[] = [];
  if (existsSync(join(state, "names", name))) found.push(`name ${name}`);
  for (const id of existsSync(join(state, "clusters")) ? readdirSync(join(state, "clusters")) : []) {
    const record = await readFile(join(state, "clusters", id, "cluster.json"), "utf8").catch(() => `"name": "${name}"`);
    if (record.includes(`"name": "${name}"`)) found.push(`directory of ${id}`);
  }
  const { stdout } = await run("ps", ["-eo", "args"]);
  for (const line of stdout.split("\n")) if (line.includes(name) && !line.includes("ps -eo")) found.push(line);
  return found;
}

clusterContract("local", () => localProvider(), { leftovers });
