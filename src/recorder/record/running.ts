import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { EvidenceLog } from "../../evidence/index.ts";
import { fateOf, type ProcessIdentity } from "../alive.ts";

/**
 * Notes beside a log: which process is at work on which prescription. They are hints, so that whoever begins something
 * need not search the whole log for what the dead left open; what is written is decided by the log alone. A note is made
 * before its prescription, whose sync takes it to the disk on the usual file systems; one that is lost anyway is made up
 * for by `closeLost`, which searches.
 */
export function noteRunning(log: EvidenceLog, prescription: string, identity: ProcessIdentity): void {
  try {
    mkdirSync(folderOf(log), { recursive: true });
    writeFileSync(join(folderOf(log), prescription), JSON.stringify(identity));
  } catch {
    // A hint that cannot be left; the log itself will say what is wrong with the disk.
  }
}

export function forgetRunning(log: EvidenceLog, prescription: string): void {
  rmSync(join(folderOf(log), prescription), { force: true });
}

/** Prescriptions whose process is gone. */
export function deadAmong(log: EvidenceLog): readonly string[] {
  let names: string[];
  try {
    names = readdirSync(folderOf(log));
  } catch {
    return [];
  }
  return names.filter((name) => {
    try {
      return fateOf(JSON.parse(readFileSync(join(folderOf(log), name), "utf8"))) === "dead";
    } catch {
      return false; // Taken away by its owner, or being written.
    }
  });
}

const folderOf = ({ directory }: EvidenceLog) => join(directory, "running");
