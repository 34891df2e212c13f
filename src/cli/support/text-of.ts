import { readFile } from "node:fs/promises";
import { messageOf } from "../../problem/index.ts";
import { SnapshotProblem } from "../../snapshot/index.ts";

/** A file that was named, as text. */
export async function textOf(file: string): Promise<string> {
  return await readFile(file, "utf8").catch((cause: unknown) => {
    throw new SnapshotProblem("NO_SUCH_FILE", `${file}: cannot be read: ${messageOf(cause)}`, { cause });
  });
}
