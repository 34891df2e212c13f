import { readFile } from "node:fs/promises";
import {
  EvidenceProblem,
  leafHash,
  parseCheckpoint,
  proveInclusion,
  readHashesFromTiles,
  rootFromInclusion,
  writeProof,
} from "../format/index.ts";
import type { Layout } from "./layout.ts";
import { LineReader, positionOf } from "./lines.ts";
import { readCheckpoint } from "./tail.ts";
import { Tiles } from "./tiles.ts";

/** That an entry is in the log, by the stored checkpoint if that covers it, otherwise by a new one. */
export async function prove(layout: Layout, sequence: number, renew: () => Promise<string>): Promise<string> {
  using reader = new LineReader(layout, positionOf(layout, sequence));
  const line = reader.next();
  if (line?.sequence !== sequence) {
    throw new EvidenceProblem("BAD_PROOF", `${layout.directory}: expected entry ${sequence}, found no such entry`);
  }
  const isCovered = (readCheckpoint(layout.checkpoint)?.size ?? 0) > sequence;
  const checkpoint = isCovered ? await readFile(layout.checkpoint, "utf8") : await renew();
  const { size, root } = parseCheckpoint(checkpoint);
  // Tiles are files that anybody may have changed. Without them it takes longer.
  for (const useFiles of [true, false]) {
    const tiles = new Tiles(layout, { useFiles });
    const read = readHashesFromTiles(size, (tile) => tiles.read(tile));
    const hashes = await proveInclusion(sequence, size, read);
    if (rootFromInclusion(leafHash(line.bytes), sequence, size, hashes)?.equals(root)) {
      return writeProof({ sequence, line: line.bytes, hashes, checkpoint });
    }
  }
  throw new EvidenceProblem(
    "REWRITTEN_LOG",
    `${layout.checkpoint}: expected the root of these entries, found another`,
    {
      hint: "`airworthy log verify` says what is still good",
    },
  );
}
