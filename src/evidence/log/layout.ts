import { readdirSync } from "node:fs";
import { homedir } from "node:os";
import { isAbsolute, join } from "node:path";

/** Where the parts of a log are. Segments are the log; the checkpoint is signed; everything else can be made again. */
export interface Layout {
  readonly directory: string;
  readonly segments: string;
  readonly checkpoint: string;
  readonly artifacts: string;
  /** Bytes of unfinished writes that a recovery cut off. */
  readonly torn: string;
  readonly lock: string;
  readonly head: string;
  readonly index: string;
}

export function layoutOf(directory: string): Layout {
  return {
    directory,
    segments: join(directory, "segments"),
    checkpoint: join(directory, "checkpoint"),
    artifacts: join(directory, "artifacts", "sha256"),
    torn: join(directory, "torn"),
    lock: join(directory, "lock"),
    head: join(directory, "head"),
    index: join(directory, "index.sqlite"),
  };
}

/** A line, by the segment that it is in (named by its first sequence) and its bytes there, without the newline. */
export interface Place {
  readonly segment: number;
  readonly offset: number;
  readonly length: number;
}

export function segmentPath(layout: Layout, first: number): string {
  return join(layout.segments, `${String(first).padStart(20, "0")}.jsonl`);
}

/** The first sequences of all segments, in order. Files with other names are not ours and are left alone. */
export function listSegments(layout: Layout): number[] {
  try {
    return readdirSync(layout.segments)
      .filter((name) => /^\d{20}\.jsonl$/.test(name))
      .map((name) => Number(name.slice(0, 20)))
      .filter(Number.isSafeInteger)
      .sort((a, b) => a - b);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return [];
    throw error;
  }
}

export function defaultLogDirectory(env: NodeJS.ProcessEnv = process.env): string {
  return env.AIRWORTHY_LOG || join(dataDirectory(env), "evidence");
}

export function defaultKeyDirectory(env: NodeJS.ProcessEnv = process.env): string {
  return env.AIRWORTHY_KEYS || join(dataDirectory(env), "keys");
}

function dataDirectory(env: NodeJS.ProcessEnv): string {
  const base = env.XDG_DATA_HOME;
  // The XDG rule: a relative path there is to be ignored.
  return join(base && isAbsolute(base) ? base : join(homedir(), ".local", "share"), "airworthy");
}
