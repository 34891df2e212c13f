import { z } from "zod";
import { messageOf } from "../../problem/index.ts";
import type { Limits } from "../limits.ts";
import { badFile } from "../problem.ts";
import type { Digested } from "./digest.ts";
import type { SourceFile } from "./tree.ts";

/** Our own layout: `snapshot.json`, and beside it one file of JSON lines for each kind of data. */
export const format = "airworthy-snapshot/1";
export const manifestName = "snapshot.json";

const line = z.string().max(2_000);

/** What a recorder says of its recording: when, what it could not have, and whether it ended before it should. */
const recorded = z.object({
  from: line.optional(),
  to: line.optional(),
  missing: z.array(line).optional(),
  incomplete: z.object({ since: line, reason: line }).optional(),
});

const manifest = z.object({
  format: z.literal(format),
  captured: recorded.optional(),
  /** Digests of the files with data, so that damage on the way is noticed. */
  files: z.record(z.string(), z.object({ sha256: z.string().regex(/^[0-9a-f]{64}$/) })).optional(),
});

export type Manifest = z.infer<typeof manifest>;

/** What a snapshot says of itself, where it is one of ours; one of a format that is not known is refused. */
export async function readManifest(files: readonly SourceFile[], limits: Limits): Promise<Manifest | undefined> {
  const file = files.find(({ path }) => path === manifestName);
  if (file === undefined) return undefined;
  if (file.size > limits.labelBytes) throw badFile(manifestName, `expected at most ${limits.labelBytes} bytes`);
  const chunks: Buffer[] = [];
  for await (const chunk of file.bytes()) chunks.push(chunk);
  let value: unknown;
  try {
    value = JSON.parse(Buffer.concat(chunks).toString("utf8"));
  } catch (cause) {
    throw badFile(manifestName, `expected JSON: ${messageOf(cause)}`, cause);
  }
  const read = manifest.safeParse(value);
  if (!read.success) throw badFile(manifestName, z.prettifyError(read.error));
  return read.data;
}

/** Refuses a snapshot whose files are not those that it was made with. */
export function checkDigests(said: Manifest | undefined, digested: Digested): void {
  for (const [path, { sha256 }] of Object.entries(said?.files ?? {})) {
    const found = digested.files.find((each) => each.path === path)?.sha256;
    if (found !== sha256) throw badFile(path, `expected the digest ${sha256}, found ${found ?? "no such file"}`);
  }
}

/** What whoever looks at it must know. */
export interface Remarks {
  /** Since when there is nothing more, and why, where it ended before it should. */
  readonly incomplete: string | undefined;
  readonly missing: readonly string[];
}

export function remarksOf(said: Manifest | undefined): Remarks {
  const { incomplete, missing = [] } = said?.captured ?? {};
  return {
    incomplete: incomplete && `the recording is incomplete: nothing after ${incomplete.since}: ${incomplete.reason}`,
    missing: missing.slice(0, 100).map((what) => `could not be recorded: ${what}`),
  };
}
