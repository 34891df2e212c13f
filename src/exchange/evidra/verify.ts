import { verify as verifySignature } from "node:crypto";
import { publicKeyObject } from "../../evidence/index.ts";
import { type EvidraRecord, readRecord } from "./record.ts";
import { EvidraStore, type Line } from "./store.ts";

export type EvidraFaultCode =
  | "EMPTY"
  | "MALFORMED"
  | "UNKNOWN_MEMBER"
  | "TORN"
  | "BAD_HASH"
  | "BROKEN_LINK"
  | "FORK"
  | "DUPLICATE_ID"
  | "NO_SIGNATURE"
  | "BAD_SIGNATURE"
  | "MISSING_SEGMENT"
  | "TRUNCATED"
  | "NOT_IN_MANIFEST";

export interface EvidraFault {
  readonly code: EvidraFaultCode;
  /** The file and the line in it, and the entry's own id where it could be read. */
  readonly segment?: string;
  readonly line?: number;
  readonly entry?: string;
  /** What was expected and what was found. */
  readonly message: string;
}

export interface EvidraVerification {
  /** "unproven": nothing is wrong, but without a key, or a manifest, that is as far as one can see. */
  readonly result: "valid" | "unproven" | "invalid";
  readonly entries: number;
  /** The first hundred. */
  readonly faults: readonly EvidraFault[];
  readonly faultCount: number;
  readonly notChecked: readonly string[];
  readonly remarks: readonly string[];
  /** Hash of the last entry that could be read. */
  readonly head: string;
}

export interface EvidraOptions {
  /** 32 bytes, from whoever signed and not from the store. */
  readonly publicKey?: Uint8Array | undefined;
}

const mostFaults = 100;

/**
 * Checks what Evidra's own `validate` checks (hashes, links, signatures), and what it lets pass: signatures that were
 * taken off, an end that was cut off, two entries after one, ids that come twice, members that it does not know.
 */
export async function verifyEvidra(directory: string, options: EvidraOptions = {}): Promise<EvidraVerification> {
  const store = await EvidraStore.open(directory);
  const check = new Check(options.publicKey);
  for (const [index, segment] of store.segments.entries()) check.segment(index, segment);
  for await (const line of store.lines()) check.line(line);
  return check.end(store);
}

class Check {
  readonly #key: ReturnType<typeof publicKeyObject> | undefined;
  readonly #faults: EvidraFault[] = [];
  readonly #remarks: string[] = [];
  /** The place of every entry, by hash: 1,000,000 of them are some 200 MB, which is what a fork costs to be named. */
  readonly #places = new Map<string, string>();
  readonly #ids = new Map<string, string>();
  #faultCount = 0;
  #entries = 0;
  #head = "";
  #time = "";

  constructor(publicKey: Uint8Array | undefined) {
    this.#key = publicKey === undefined ? undefined : publicKeyObject(publicKey);
  }

  segment(index: number, name: string): void {
    const expected = `evidence-${String(index + 1).padStart(6, "0")}.jsonl`;
    if (name !== expected) this.#fault("MISSING_SEGMENT", { message: `expected ${expected}, found ${name}` });
  }

  line(line: Line): void {
    const record = readRecord(line.text);
    const place = { segment: line.segment, line: line.number };
    if ("code" in record) this.#fault(line.isWhole ? record.code : "TORN", { ...place, message: record.message });
    else this.#record(record, { ...place, entry: record.id });
    this.#entries += 1;
  }

  #record(record: EvidraRecord, place: Pick<EvidraFault, "segment" | "line" | "entry">): void {
    const where = `${place.segment}:${place.line}`;
    if (record.hash !== record.expectedHash) {
      this.#fault("BAD_HASH", { ...place, message: `expected hash ${record.expectedHash}, found ${record.hash}` });
    }
    this.#link(record, place);
    this.#signature(record, place);
    const twin = this.#ids.get(record.id);
    if (twin !== undefined)
      this.#fault("DUPLICATE_ID", { ...place, message: `expected an id of its own, found that of ${twin}` });
    if (Date.parse(record.timestamp) < Date.parse(this.#time))
      this.#remarks.push(`${where}: its clock is before that of the entry before`);
    this.#ids.set(record.id, where);
    this.#places.set(record.hash, where);
    this.#time = record.timestamp;
    this.#head = record.hash;
  }

  #link({ previous }: EvidraRecord, place: Pick<EvidraFault, "segment" | "line" | "entry">): void {
    if (previous === this.#head) return;
    const other = this.#places.get(previous);
    if (other === undefined) {
      const expected = this.#head === "" ? "no previous hash" : `previous hash ${this.#head}`;
      this.#fault("BROKEN_LINK", {
        ...place,
        message: `expected ${expected}, found ${previous === "" ? "none" : previous}`,
      });
    } else {
      this.#fault("FORK", {
        ...place,
        message: `expected to follow ${this.#head}, found a second entry after that of ${other}`,
      });
    }
  }

  #signature({ hash, signature }: EvidraRecord, place: Pick<EvidraFault, "segment" | "line" | "entry">): void {
    if (signature === "") this.#fault("NO_SIGNATURE", { ...place, message: "expected a signature, found none" });
    else if (this.#key && !verifySignature(null, Buffer.from(hash), this.#key, Buffer.from(signature, "base64"))) {
      this.#fault("BAD_SIGNATURE", {
        ...place,
        message: `expected a signature of the given key over ${hash}, found another`,
      });
    }
  }

  end(store: EvidraStore): EvidraVerification {
    if (this.#entries === 0) this.#fault("EMPTY", { message: `${store.directory}: expected entries, found none` });
    this.#manifest(store);
    const notChecked = [
      ...(this.#key ? [] : ["who signed: no public key was given, and Evidra's entries name none"]),
      ...(store.manifest ? [] : ["whether the end is missing: there is no manifest.json"]),
      "whether the holder of the key wrote all of it anew, or cut the end off and the manifest with it",
    ];
    const isProven = this.#key !== undefined && store.manifest !== undefined;
    return {
      result: this.#faultCount > 0 ? "invalid" : isProven ? "valid" : "unproven",
      entries: this.#entries,
      faults: this.#faults,
      faultCount: this.#faultCount,
      notChecked,
      remarks: this.#remarks.slice(0, mostFaults),
      head: this.#head,
    };
  }

  /** Evidra writes down how many entries there are and what the last one is, and never looks. */
  #manifest({ manifest, segments }: EvidraStore): void {
    if (!manifest || (manifest.last === this.#head && manifest.entries === this.#entries)) return;
    const said = `${manifest.entries} entries up to ${manifest.last || "none"}`;
    const found = `${this.#entries} up to ${this.#head || "none"}`;
    const message = `manifest.json: expected ${said}, found ${found}`;
    const segment = segments.at(-1);
    const isCut = manifest.entries > this.#entries || !this.#places.has(manifest.last);
    this.#fault(isCut ? "TRUNCATED" : "NOT_IN_MANIFEST", { ...(segment === undefined ? {} : { segment }), message });
  }

  #fault(code: EvidraFaultCode, fault: Omit<EvidraFault, "code">): void {
    this.#faultCount += 1;
    if (this.#faults.length < mostFaults) this.#faults.push({ code, ...fault });
  }
}
