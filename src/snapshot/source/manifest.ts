import { z } from "zod";
import { messageOf } from "../../problem/index.ts";
import type { Limits } from "../limits.ts";
import { badFile } from "../problem.ts";
import type { Digested } from "./digest.ts";
import type { SourceFile } from "./tree.ts";

/** Our own layout: `snapshot.json`, and beside it one file of JSON lines for each kind of data. */
export const format = "airworthy-snapshot/1";
export const manifestName = "snapshot.json";

const manifest = z.object({
  format: z.literal(format),
  /** Digests of the files with data, so that damage on the way is noticed. */
  files: z.record(z.string(), z.object({ sha256: z.string().regex(/^[0-9a-f]{64}$/) })).optional(),
});

/** Refuses a snapshot of a format that is not known, or whose files are not those that it was made with. */
export async function checkManifest(files: readonly SourceFile[], digested: Digested, limits: Limits): Promise<void> {
  const file = files.find(({ path }) => path === manifestName);
  if (file === undefined) return;
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
  for (const [path, { sha256 }] of Object.entries(read.data.files ?? {})) {
    const found = digested.files.find((each) => each.path === path)?.sha256;
    if (found !== sha256) throw badFile(path, `expected the digest ${sha256}, found ${found ?? "no such file"}`);
  }
}
