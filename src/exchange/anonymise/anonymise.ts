import { mkdtemp, open, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Disk, type EvidenceLog, openLog, parseCheckpoint, realDisk, type Written } from "../../evidence/index.ts";
import { ExchangeProblem } from "../problem.ts";
import { anonymous } from "./entry.ts";
import { Pseudonyms } from "./pseudonyms.ts";

export interface Anonymised {
  readonly directory: string;
  /** What whoever gets the copy verifies it with: 32 bytes. The private half exists no more. */
  readonly publicKey: Buffer;
  /** Over all of the copy. */
  readonly checkpoint: string;
  readonly entries: number;
  /** Entries about the source's own keys and files, which the copy does not have. */
  readonly left: number;
}

/** What is read of the source: an open log, or its entries with a checkpoint of it. */
export type Source = Pick<EvidenceLog, "origin" | "entries" | "checkpoint">;

/**
 * Makes a copy of a log without names: a log like any other, with a key of its own, that says of which checkpoint it is
 * a copy. Types, times, order, verdicts, levels and which things are the same stay; who and what they were does not.
 */
export async function anonymise(source: Source, directory: string, signal?: AbortSignal): Promise<Anonymised> {
  await refuseUsed(directory);
  const checkpoint = await source.checkpoint();
  const { size } = parseCheckpoint(checkpoint);
  const keyDirectory = await mkdtemp(join(tmpdir(), "airworthy-anonymise-"));
  try {
    await using copy = await openLog(directory, {
      create: true,
      keyDirectory,
      disk: hastyDisk,
      derivedFrom: { ...nameless(source.origin, checkpoint), how: "anonymised" },
    });
    const counts = await fill(copy, source.entries({ to: size }), signal);
    const result = {
      directory: copy.directory,
      publicKey: copy.publicKey,
      checkpoint: await copy.checkpoint(),
      ...counts,
    };
    await syncFiles(join(directory, "segments"));
    return result;
  } finally {
    // Nobody can write in the copy from here on, not even we.
    await rm(keyDirectory, { recursive: true, force: true });
  }
}

async function fill(copy: EvidenceLog, entries: AsyncIterable<Written>, signal: AbortSignal | undefined) {
  const names = new Pseudonyms();
  /** Prescriptions that may still get their report. */
  const prescribed = new Map<string, { readonly was: string; readonly is: string }>();
  const hashOf = (prescription: string, hash: string) => {
    const found = prescribed.get(prescription);
    prescribed.delete(prescription);
    return found?.was === hash ? found.is : undefined;
  };
  const counts = { entries: 1, left: 0 };
  for await (const { entry, hash } of entries) {
    signal?.throwIfAborted();
    const draft = anonymous(entry, names, hashOf);
    if (draft === undefined) {
      counts.left += 1;
      continue;
    }
    const [written] = await copy.append(draft);
    counts.entries += 1;
    if (entry.type === "prescription" && written) prescribed.set(entry.id, { was: hash, is: written.hash });
  }
  return counts;
}

/** A name that was drawn names nobody. Of a log with a name that somebody gave, size and root are enough to know it. */
function nameless(origin: string, checkpoint: string): { log: string; checkpoint: string } {
  if (/^airworthy\/[0-9a-f]{8}$/.test(origin)) return { log: origin, checkpoint };
  const { size, root } = parseCheckpoint(checkpoint);
  return { log: "", checkpoint: `${size}\n${root.toString("base64")}\n` };
}

async function refuseUsed(directory: string): Promise<void> {
  const found = await readdir(directory).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return [];
    throw error;
  });
  if (found.length === 0) return;
  throw new ExchangeProblem("NOT_EMPTY", `${directory}: expected an empty directory or none, found ${found[0]} in it`, {
    hint: "name a new directory for the copy",
  });
}

/** A copy is worth something when it is whole: its files reach the disk together, at the end. */
const hastyDisk: Disk = { write: realDisk.write, sync: async () => {} };

async function syncFiles(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    await using file = await open(join(folder, name), "r+");
    await file.datasync();
  }
}
