// Writes the vectors: `node test/vectors/generate.ts`. They are frozen: what this writes must be what is there, or the
// format has changed, and with it its name has to.
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { writeFiles } from "../evidence/log-maker.ts";
import { badFiles } from "./bad-files.ts";
import { badHistory } from "./bad-history.ts";
import { badLines } from "./bad-lines.ts";
import { good } from "./good.ts";
import type { Vector } from "./vector.ts";

const vectors: readonly Vector[] = [...good, ...badLines, ...badHistory, ...badFiles];

/** One folder for each log, and a manifest with what is given and expected. */
export function generate(directory: string): void {
  rmSync(join(directory, "logs"), { recursive: true, force: true });
  for (const { name, files } of vectors) writeFiles(join(directory, "logs", name), files);
  const manifest = vectors.map(({ name, says, given, expected }) => ({ name, says, given, expected }));
  writeFileSync(join(directory, "manifest.json"), `${JSON.stringify(manifest, undefined, 2)}\n`);
}

if (import.meta.main) generate(import.meta.dirname);
