import { resolve } from "node:path";
import { type Artifact, type Entry, EvidenceProblem, prepareEntry, readEntry } from "../format/index.ts";
import { readArtifact, storeArtifact } from "./artifacts.ts";
import type { EvidenceLog, Filter, LogOptions, Proposed, Range, Written } from "./contract.ts";
import { createLog, ownDraft } from "./create.ts";
import { realDisk } from "./disk.ts";
import { keyAfter } from "./end.ts";
import { readEntries } from "./entries.ts";
import { EntryIndex } from "./entry-index.ts";
import { type Identity, identify } from "./identity.ts";
import { KeyStore } from "./keys.ts";
import { defaultKeyDirectory, layoutOf } from "./layout.ts";
import { lastLine } from "./lines.ts";
import { prove } from "./proofs.ts";
import { defaultSegmentBytes, Writer } from "./writer.ts";

/** Opens a log to read and to write. What only writing needs, the key above all, is looked for at the first write. */
export async function openLog(directory: string, options: LogOptions = {}): Promise<EvidenceLog> {
  const layout = layoutOf(resolve(directory));
  const keys = new KeyStore(resolve(options.keyDirectory ?? defaultKeyDirectory()));
  const isNew = options.create === true && (await createLog(layout, keys, options));
  return new Log(identify(layout, options.origin), keys, options, isNew);
}

/** What only the log itself may say. */
const ownTypes: readonly Entry["type"][] = ["log", "key", "recovery"];

class Log implements EvidenceLog {
  readonly #log: Identity;
  readonly #keys: KeyStore;
  readonly #options: LogOptions;
  readonly #index: EntryIndex;
  readonly created: EvidenceLog["created"];
  #writer: Writer | undefined;
  #closed: Promise<void> | undefined;

  constructor(log: Identity, keys: KeyStore, options: LogOptions, isNew: boolean) {
    this.#log = log;
    this.#keys = keys;
    this.#options = options;
    this.#index = new EntryIndex(log.layout);
    this.created = isNew ? { key: keys.pathOf(log.firstKey) } : undefined;
  }

  get directory(): string {
    return this.#log.layout.directory;
  }

  get origin(): string {
    return this.#log.origin;
  }

  get publicKey(): Buffer {
    return this.#log.publicKey;
  }

  get keyPath(): string {
    const line = lastLine(this.#log.layout);
    return this.#keys.pathOf(line === undefined ? this.#log.firstKey : keyAfter(readEntry(line)));
  }

  async append(proposed: Proposed): Promise<Written[]> {
    if (typeof proposed !== "function") {
      const prepared = [prepare(proposed)];
      return await this.#openWriter().append(() => prepared);
    }
    // No wait where there is nothing to wait for: calls are served in their order.
    const preparing = this.#index.prepare();
    if (preparing) await preparing;
    return await this.#openWriter().append((view) => [proposed(view)].flat().map(prepare));
  }

  async rotateKey(reason: string): Promise<Written> {
    const key = await this.#keys.create();
    const draft = ownDraft("key", { publicKey: key.publicKey.toString("base64"), reason }, this.#options);
    const prepared = [prepareEntry(draft)];
    const [written] = await this.#openWriter().append(() => prepared);
    if (written === undefined) throw new Error("one entry was given, and none was written");
    return written;
  }

  storeArtifact(name: string, bytes: Uint8Array): Promise<Artifact> {
    return storeArtifact(this.#log.layout, name, bytes);
  }

  readArtifact(digest: string): Promise<Buffer | undefined> {
    return readArtifact(this.#log.layout, digest);
  }

  entries(range: Range = {}): AsyncIterable<Written> {
    return readEntries(this.#log.layout, range);
  }

  async find(id: string): Promise<Written | undefined> {
    await this.#index.catchUp();
    return this.#index.find(id);
  }

  async select(filter: Filter): Promise<Written[]> {
    await this.#index.catchUp();
    return this.#index.select(filter);
  }

  async open(): Promise<Written<"prescription">[]> {
    await this.#index.catchUp();
    return this.#index.open();
  }

  async checkpoint(): Promise<string> {
    return await this.#openWriter().checkpoint();
  }

  prove(sequence: number): Promise<string> {
    return prove(this.#log.layout, sequence, () => this.checkpoint());
  }

  secret(): Buffer {
    return this.#keys.secret(this.#log.firstKey);
  }

  close(): Promise<void> {
    this.#closed ??= this.#close();
    return this.#closed;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }

  #openWriter(): Writer {
    if (this.#closed) throw new Error(`${this.directory}: the log was closed`);
    this.#writer ??= new Writer(this.#log, this.#keys, this.#index, {
      disk: this.#options.disk ?? realDisk,
      segmentBytes: this.#options.segmentBytes ?? defaultSegmentBytes,
      recovery: (torn) => ownDraft("recovery", torn, this.#options),
    });
    return this.#writer;
  }

  async #close(): Promise<void> {
    try {
      await this.#writer?.[Symbol.asyncDispose]();
    } finally {
      this.#index[Symbol.dispose]();
    }
  }
}

function prepare(draft: Parameters<typeof prepareEntry>[0]): ReturnType<typeof prepareEntry> {
  if (!ownTypes.includes(draft.type)) return prepareEntry(draft);
  throw new EvidenceProblem("MALFORMED_ENTRY", `type: expected one that callers write, found "${draft.type}"`, {
    hint: "a log writes entries of this type itself",
  });
}
