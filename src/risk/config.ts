import { readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import type { Level, ScopeClass } from "../evidence/index.ts";
import { messageOf } from "../problem/index.ts";
import { RiskProblem } from "./problem.ts";
import type { ExtraWords } from "./scope-words.ts";

/** What a project says about itself in `.airworthy.yaml`. Plain data: `assess` knows nothing of files. */
export interface RiskConfig {
  /** The file it was read from. */
  readonly source?: string;
  readonly scope?: { readonly words?: ExtraWords; readonly rules?: readonly ScopeRule[] };
  /** By tag. Switched off or made milder, a finding is still written down, with the reason. */
  readonly detectors?: Readonly<Record<string, DetectorSetting>>;
  /** From this level on a person should be asked first. */
  readonly confirm?: Level;
}

export interface ScopeRule {
  readonly what: "namespace" | "context" | "cluster" | "workspace" | "account" | "server" | "host" | "path";
  /** With "*" for any characters. */
  readonly pattern: string;
  readonly is: ScopeClass;
}

export interface DetectorSetting {
  readonly level: Level | "off";
  readonly reason?: string;
}

export const configName = ".airworthy.yaml";

/** The configuration of the project that a directory belongs to: the nearest file upwards, or none. */
export async function readConfig(directory: string): Promise<RiskConfig> {
  for (let folder = resolve(directory); ; folder = dirname(folder)) {
    const path = join(folder, configName);
    const text = textOf(path);
    if (text !== undefined) {
      // Only now: most runs have no such file, and the parser is large.
      const { parseConfig } = await import("./config-file.ts");
      return parseConfig(text, path);
    }
    if (dirname(folder) === folder) return {};
  }
}

function textOf(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    if (code === "ENOENT" || code === "ENOTDIR") return undefined;
    const hint = "make it readable, or remove it: without it other rules would hold than the project wants";
    throw new RiskProblem("BAD_CONFIG", `${path}: cannot be read: ${messageOf(cause)}`, { hint, cause });
  }
}
