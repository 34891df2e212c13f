import type { Chain } from "./chain.ts";
import { remarkOnClock } from "./clock.ts";
import { hintFor } from "./hints.ts";
import type { StoredTiles } from "./stored-tiles.ts";
import type { Fault, KeyUse, Verification } from "./verification.ts";

interface Findings {
  readonly origin: string | undefined;
  readonly entries: number;
  readonly chain: Chain;
  readonly tiles: StoredTiles;
  readonly strangers: readonly string[];
  readonly growing: boolean;
  /** Keys from elsewhere; undefined where none were given, which is not the same as an empty list. */
  readonly trusted: readonly Uint8Array[] | undefined;
  readonly kept: number | undefined;
  readonly stored: number | undefined;
  readonly artifactsAsked: boolean;
  readonly faults: { readonly entry: Fault | undefined; readonly checkpoint: Fault | undefined };
}

/** Turns what was found into the answer: one result, the first fault, and what was and was not looked at. */
export function summarise(findings: Findings): Verification {
  const { chain, trusted, kept, stored, faults } = findings;
  const keys = chain.keyUses(trusted ?? []);
  const torn = faults.entry?.code === "TORN_TAIL" ? faults.entry : undefined;
  const fault =
    (torn ? undefined : faults.entry) ??
    stranger(findings, keys) ??
    faults.checkpoint ??
    torn ??
    findings.tiles.fault ??
    chain.artifactFault;
  const proven = trusted !== undefined && kept !== undefined;
  return {
    result: fault ? "invalid" : proven ? "valid" : "unproven",
    ...(findings.origin !== undefined && { origin: findings.origin }),
    entries: findings.entries,
    good: goodBefore(fault, chain.size),
    ...(fault && { first: { ...fault, hint: hintFor(fault.code) } }),
    checked: checked(findings, keys),
    notChecked: notChecked(findings),
    remarks: remarks(findings, torn),
    custody: { separate: chain.separate, shared: chain.size - chain.separate },
    keys,
    ...(chain.size > 0 && { head: chain.head }),
    root: chain.root().toString("base64"),
    checkpoints: { ...(stored !== undefined && { stored }), ...(kept !== undefined && { kept }) },
  };
}

/** With keys from elsewhere, one of them must have signed: its signature vouches for all that is linked below it. */
function stranger({ chain, trusted }: Findings, keys: readonly KeyUse[]): Fault | undefined {
  if (trusted === undefined || keys.some((key) => key.trusted && key.from < chain.size)) return undefined;
  const names = keys.map(({ id }) => id).join(", ");
  return { sequence: 0, code: "UNKNOWN_KEY", message: `no trusted key signed in this log, only ${names}` };
}

/** Nobody can tell which of the entries that a checkpoint covers were changed; with a strange key none counts. */
function goodBefore(fault: Fault | undefined, size: number): number {
  switch (fault?.code) {
    case "REWRITTEN_LOG":
    case "FORKED_LOG":
    case "UNKNOWN_KEY":
      return fault.segment === undefined ? 0 : size;
    default:
      return size;
  }
}

function checked({ chain, tiles, kept, stored, faults }: Findings, keys: readonly KeyUse[]): string[] {
  const said = [`canonical form, sequence, links and signatures of ${chain.size} entries`];
  for (const { id, from } of keys.filter((key) => key.trusted && key.from < chain.size)) {
    const before = from === 0 ? "" : ", and so vouches for all before";
    said.push(`the trusted key ${id} signed from entry ${from} on${before}`);
  }
  // After a bad entry nobody asks what a checkpoint says of the rest.
  if (faults.checkpoint === undefined && (faults.entry === undefined || faults.entry.code === "TORN_TAIL")) {
    if (kept !== undefined && kept <= chain.size) said.push(`the kept checkpoint over ${kept} entries`);
    if (stored !== undefined && stored <= chain.size) said.push(`the log's own checkpoint over ${stored} entries`);
  }
  if (tiles.compared > 0) said.push(`tiles of the tree: ${tiles.compared}`);
  if (chain.artifacts > 0) said.push(`stored artifacts: ${chain.artifacts}`);
  return said;
}

function notChecked({ chain, trusted, kept, stored, artifactsAsked }: Findings): string[] {
  const said: string[] = [];
  if (trusted === undefined) said.push("whose key it is: no public key from elsewhere was given");
  if (kept === undefined) {
    said.push("completeness: no checkpoint from elsewhere was given; entries may be missing at the end");
  } else if (kept < chain.size) {
    said.push(`whether entries are missing at the end: the kept checkpoint covers the first ${kept}`);
  }
  if (stored === undefined) said.push("the log's own checkpoint: there is none");
  if (!artifactsAsked) said.push("stored artifacts: not asked for");
  return said;
}

function remarks({ chain, tiles, strangers, growing }: Findings, torn: Fault | undefined): string[] {
  const said: string[] = [];
  const shared = chain.size - chain.separate;
  if (shared > 0) said.push(`${shared} of ${chain.size} entries: the key was within reach of whoever is recorded`);
  const clock = chain.clock && remarkOnClock(chain.clock);
  if (clock !== undefined) said.push(clock);
  if (torn !== undefined) said.push(`at the end there is ${torn.message}`);
  if (growing) said.push("the log was being written to: the newest entries were left out");
  if (tiles.missing > 0) said.push(`tiles that are missing: ${tiles.missing}, the first is ${tiles.firstMissing}`);
  for (const name of strangers) said.push(`${name} is not a part of the log`);
  return said;
}
