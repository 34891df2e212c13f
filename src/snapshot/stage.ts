import { createWriteStream } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { pipeline } from "node:stream/promises";
import { defaultLimits } from "./limits.ts";
import { type OpenOptions, withTree } from "./open.ts";
import { arrange, format, isLabel, manifestName, readManifest } from "./source/index.ts";

/**
 * Copies a snapshot's data to where an agent works, and nothing else: no label, no notes about how the incident was made, no
 * file whose purpose is not known. Copies, not links: what an agent does to its files stays there.
 */
export async function stageSnapshot(path: string, into: string, options: OpenOptions = {}): Promise<readonly string[]> {
  return await withTree(
    path,
    options,
    async (files) => {
      const { data, layout } = arrange(files, path);
      for (const { file } of data) {
        const target = join(into, file.path);
        await mkdir(dirname(target), { recursive: true });
        await pipeline(file.bytes(), createWriteStream(target, { flags: "wx" }));
      }
      // Without it nobody would know the layout, or what was not recorded; the snapshot's own may say more than that.
      if (layout === format) {
        const { captured } = (await readManifest(files, options.limits ?? defaultLimits)) ?? {};
        await writeFile(join(into, manifestName), `${JSON.stringify({ format, captured })}\n`, { flag: "wx" });
      }
      return data.map(({ file }) => file.path);
    },
    (name) => !isLabel(name),
  );
}
