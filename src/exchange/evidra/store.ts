import { createReadStream } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { ExchangeProblem } from "../problem.ts";

export interface Manifest {
  readonly entries: number;
  readonly last: string;
  readonly current: string;
}

/** A line with its place: which file, which line in it, counted from 1. */
export interface Line {
  readonly text: string;
  readonly segment: string;
  readonly number: number;
  /** Whether it ended in a newline. */
  readonly isWhole: boolean;
}

/** The directory of a segmented store of Evidra's, first format. */
export class EvidraStore {
  readonly directory: string;
  readonly segments: readonly string[];
  readonly manifest: Manifest | undefined;

  private constructor(directory: string, segments: readonly string[], manifest: Manifest | undefined) {
    this.directory = directory;
    this.segments = segments;
    this.manifest = manifest;
  }

  static async open(directory: string): Promise<EvidraStore> {
    const names = await listOrNothing(join(directory, "segments"));
    const inside = await listOrNothing(directory);
    if (names.length === 0 && !inside.includes("manifest.json")) throw noStore(directory, inside);
    const segments = names.filter((name) => /^evidence-\d{6,}\.jsonl$/.test(name)).sort();
    return new EvidraStore(directory, segments, await readManifest(join(directory, "manifest.json")));
  }

  /** All lines of all segments, one at a time, however long they are. */
  async *lines(): AsyncGenerator<Line> {
    for (const segment of this.segments) {
      let rest: Buffer[] = [];
      let number = 0;
      for await (const chunk of createReadStream(join(this.directory, "segments", segment))) {
        let from = 0;
        for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, from)) {
          number += 1;
          const text = Buffer.concat([...rest, chunk.subarray(from, at)]).toString("utf8");
          rest = [];
          from = at + 1;
          // Evidra skips empty lines.
          if (text.trim() !== "") yield { text, segment, number, isWhole: true };
        }
        if (from < chunk.length) rest.push(chunk.subarray(from));
      }
      const text = Buffer.concat(rest).toString("utf8");
      if (text.trim() !== "") yield { text, segment, number: number + 1, isWhole: false };
    }
  }
}

async function listOrNothing(directory: string): Promise<string[]> {
  try {
    return await readdir(directory);
  } catch (error) {
    if (["ENOENT", "ENOTDIR"].includes((error as NodeJS.ErrnoException).code ?? "")) return [];
    throw error;
  }
}

function noStore(directory: string, inside: readonly string[]): ExchangeProblem {
  const isLater = inside.includes("events.jsonl") || inside.some((name) => name.startsWith("recorder-"));
  const found = isLater ? "a store of its later format (events.jsonl)" : "none";
  return new ExchangeProblem(
    "NOT_THAT_FORMAT",
    `${directory}: expected Evidra's manifest.json and segments, found ${found}`,
    {
      hint: isLater
        ? "only the format with segments can be taken over"
        : "name the directory, ~/.evidra/evidence unless it was set",
    },
  );
}

async function readManifest(path: string): Promise<Manifest | undefined> {
  let text: string;
  try {
    text = await readFile(path, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
  try {
    const { records_total: entries, last_hash: last, current_segment: current } = JSON.parse(text);
    if (Number.isSafeInteger(entries) && typeof last === "string" && typeof current === "string") {
      return { entries, last, current };
    }
  } catch {
    // Said below, as for any other text that is no manifest.
  }
  throw new ExchangeProblem("NOT_THAT_FORMAT", `${path}: expected records_total, last_hash and current_segment`, {
    hint: "the file is damaged; move it away to have the segments read without it",
  });
}
