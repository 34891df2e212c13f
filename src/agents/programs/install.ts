import { existsSync } from "node:fs";
import { mkdir, rename, rm, statfs } from "node:fs/promises";
import { join } from "node:path";
import { messageOf } from "../../problem/index.ts";
import { type Report, run, withLock } from "../../process/index.ts";
import { cacheDirectory } from "../../toolchain/index.ts";

export type CliAgent = "claude" | "codex" | "gemini" | "opencode";

/** What our hooks are tested against. Payloads change from release to release: a newer one is tried before it is put here. */
const packages: Readonly<Record<CliAgent, { name: string; version: string; gigabytes: number }>> = {
  claude: { name: "@anthropic-ai/claude-code", version: "2.1.325", gigabytes: 0.4 },
  codex: { name: "@openai/codex", version: "0.166.0", gigabytes: 0.5 },
  gemini: { name: "@google/gemini-cli", version: "0.61.0", gigabytes: 0.2 },
  opencode: { name: "opencode-ai", version: "1.18.33", gigabytes: 0.5 },
};

export const cliAgents = Object.keys(packages) as readonly CliAgent[];

export const versionOf = (agent: CliAgent) => packages[agent].version;

const folderOf = (agent: CliAgent) => join(cacheDirectory(), "agents", `${agent}-${packages[agent].version}`);
const programOf = (agent: CliAgent) => join(folderOf(agent), "node_modules", ".bin", agent);

/** Whether it is there already, without which it is installed when it is first needed. */
export const isInstalled = (agent: CliAgent) => existsSync(programOf(agent));

/** An agent's own command-line program, or why it cannot be had here. */
export type Installed = { readonly program: string; readonly version: string } | { readonly missing: string };

/** A machine whose disk is nearly full is not to be filled by a test. */
const spareGigabytes = 4;

/** Installs an agent from npm into the cache, once for all checkouts; from then on it is only found. */
export async function installAgent(agent: CliAgent, report: Report = () => {}): Promise<Installed> {
  const { name, version, gigabytes } = packages[agent];
  const [folder, program] = [folderOf(agent), programOf(agent)];
  if (existsSync(program)) return { program, version };
  const step = `install ${agent} ${version}`;
  try {
    return await withLock(join(cacheDirectory(), "locks", `agent-${agent}-${version}.lock`), async () => {
      if (existsSync(program)) return { program, version };
      await mkdir(join(cacheDirectory(), "agents"), { recursive: true });
      const { bavail, bsize } = await statfs(cacheDirectory());
      const free = (bavail * bsize) / 1e9;
      if (free < gigabytes + spareGigabytes) return { missing: `only ${free.toFixed(1)} GB are free` };
      report({ step, state: "running", note: name });
      const scratch = `${folder}.unfinished`;
      await rm(scratch, { recursive: true, force: true });
      await mkdir(scratch, { recursive: true });
      const flags = ["--no-save", "--no-audit", "--no-fund", "--loglevel", "error"];
      await run("npm", ["install", "--prefix", scratch, ...flags, `${name}@${version}`], { timeoutMs: 600_000 });
      await rename(scratch, folder);
      report({ step, state: "done", note: name });
      return { program, version };
    });
  } catch (thrown) {
    report({ step, state: "failed" });
    return { missing: `${name}@${version} cannot be installed: ${messageOf(thrown).slice(0, 300)}` };
  }
}
