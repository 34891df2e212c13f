import { createPrivateKey, hash, type KeyObject } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import {
  canonical,
  type Entry,
  type EntryData,
  type EntryType,
  hashLine,
  keyId,
  leafHash,
  noHash,
  rawPublicKey,
  type Sign,
  signer,
  TileTree,
  tilePath,
  widthOf,
  writeCheckpoint,
} from "../../src/evidence/index.ts";

/** A key that anybody can make again: for tests, never for a log that matters. */
export interface TestKey {
  readonly id: string;
  readonly privateKey: KeyObject;
  readonly publicKey: Buffer;
  readonly sign: Sign;
}

export function testKey(name: string): TestKey {
  const seed = hash("sha256", `airworthy test key ${name}`, "buffer");
  const der = Buffer.concat([Buffer.from("302e020100300506032b657004220420", "hex"), seed]);
  const privateKey = createPrivateKey({ key: der, format: "der", type: "pkcs8" });
  const publicKey = rawPublicKey(privateKey);
  return { id: keyId(publicKey), privateKey, publicKey, sign: signer(privateKey) };
}

export type Body<Type extends EntryType = EntryType> = Omit<Entry<Type>, "signature">;

/**
 * Makes logs in memory, with a clock and ids that are the same every time. It signs on its own, not with `writeLine`:
 * so it can also sign what no honest writer would, and checks that both ways agree.
 */
export class LogMaker {
  readonly origin: string;
  readonly lines: Buffer[] = [];
  key: TestKey;
  /** Milliseconds; every entry comes one second after the one before. */
  time = Date.UTC(2026, 0, 31, 12, 0, 0);

  constructor(options: { origin?: string; key?: TestKey } = {}) {
    this.origin = options.origin ?? "example.com/airworthy";
    this.key = options.key ?? testKey("one");
    this.add("log", { publicKey: this.key.publicKey.toString("base64") });
  }

  /** Another log with the same beginning. */
  fork(size: number): LogMaker {
    const other = new LogMaker({ origin: this.origin, key: this.key });
    other.lines.splice(0, Number.POSITIVE_INFINITY, ...this.lines.slice(0, size));
    other.time = this.time + 60_000;
    return other;
  }

  body<Type extends EntryType>(type: Type, data: EntryData[Type], more: Partial<Body<Type>> = {}): Body<Type> {
    const time = this.time;
    this.time += 1000;
    const last = this.lines.at(-1);
    return {
      format: "airworthy/1",
      log: this.origin,
      sequence: this.lines.length,
      previous: last === undefined ? noHash : hashLine(last),
      key: this.key.id,
      id: idOf(time, this.lines.length),
      time: new Date(time).toISOString(),
      type,
      actor: { kind: "agent", id: "deployer" },
      capture: { channel: "cli", custody: "shared" },
      data,
      ...more,
    };
  }

  add<Type extends EntryType>(type: Type, data: EntryData[Type], more: Partial<Body<Type>> = {}): Buffer {
    return this.push(seal(canonical(this.body(type, data, more)), this.key));
  }

  push(line: Buffer): Buffer {
    this.lines.push(line);
    return line;
  }

  /** Signed by the key that ends, as it should be. */
  rotate(to: TestKey): Buffer {
    const line = this.add("key", { publicKey: to.publicKey.toString("base64"), reason: "once a year" });
    this.key = to;
    return line;
  }

  checkpoint(size = this.lines.length, key = this.key): string {
    return writeCheckpoint({ origin: this.origin, size, root: this.#tree(size).root() }, key.publicKey, key.sign);
  }

  /** Files of a log by their paths in it. */
  files(options: { segments?: readonly number[]; checkpoint?: string; tiles?: boolean } = {}): Map<string, Buffer> {
    const starts = options.segments ?? [0];
    const files = new Map<string, Buffer>(
      starts.map((first, at) => [segmentPath(first), joinLines(this.lines.slice(first, starts[at + 1]))]),
    );
    if (options.checkpoint !== undefined) files.set("checkpoint", Buffer.from(options.checkpoint));
    if (options.tiles) for (const [path, bytes] of this.tiles()) files.set(path, bytes);
    return files;
  }

  tiles(): Map<string, Buffer> {
    const tree = new TileTree();
    const full = this.lines.flatMap((line) => tree.append(leafHash(line)));
    return new Map(
      [...full, ...tree.partial()].map((tile) => [tilePath({ ...tile, width: widthOf(tile) }), tile.bytes]),
    );
  }

  #tree(size: number): TileTree {
    const tree = new TileTree();
    for (const line of this.lines.slice(0, size)) tree.append(leafHash(line));
    return tree;
  }
}

/** A line out of the text of an entry without its signature, whatever that text is. */
export function seal(text: string, key: TestKey): Buffer {
  const signature = key.sign(Buffer.from(`airworthy/entry/1\0${text}`)).toString("base64");
  return Buffer.from(
    text.replace(/(,"time":"[^"]*"(,"trace":\{[^{}]*\})?,"type":"[a-z]*"\})$/, `,"signature":"${signature}"$1`),
  );
}

export const segmentPath = (first: number) => `segments/${String(first).padStart(20, "0")}.jsonl`;

export const joinLines = (lines: readonly Buffer[]) =>
  Buffer.concat(lines.flatMap((line) => [line, Buffer.from("\n")]));

export function writeFiles(directory: string, files: ReadonlyMap<string, Buffer>): void {
  for (const [path, bytes] of files) {
    mkdirSync(dirname(join(directory, path)), { recursive: true });
    writeFileSync(join(directory, path), bytes);
  }
}

function idOf(time: number, sequence: number): string {
  const [ms, tail] = [time.toString(16).padStart(12, "0"), sequence.toString(16).padStart(12, "0")];
  return `${ms.slice(0, 8)}-${ms.slice(8)}-7000-8000-${tail}`;
}

/** Entries as they come in practice. */
export const samples = {
  coverage: (state: "open" | "closed"): EntryData["coverage"] => ({
    channel: "cli",
    state,
    covers: ["commands started by airworthy exec"],
    excludes: ["anything else"],
  }),
  prescription: (name = "web"): EntryData["prescription"] => ({
    tool: "kubectl",
    operation: "apply",
    class: "mutate",
    command: ["kubectl", "apply", "-f", `${name}.yaml`],
    intent: "more replicas before the sale",
    artifacts: [],
    targets: [
      {
        system: "kubernetes",
        kind: "Deployment",
        name,
        namespace: "shop",
        apiVersion: "apps/v1",
        action: "apply",
      },
    ],
    targetCount: 1,
    scope: { class: "staging", because: "the namespace is shop" },
    risk: { level: "low", tags: [], unknown: [], rules: "1" },
    intentDigest: "5f4dcc3b5aa765d61d8327deb882cf995f4dcc3b5aa765d61d8327deb882cf99",
    expires: 600,
    redacted: [],
  }),
  report: (prescription: Buffer, verdict: "success" | "declined" = "success"): EntryData["report"] => ({
    prescription: JSON.parse(prescription.toString()).id,
    prescriptionHash: hashLine(prescription),
    verdict,
    ...(verdict === "success"
      ? { exitCode: 0, durationMs: 1234 }
      : { decline: { trigger: "risk", reason: "the namespace is someone else's" } }),
    output: [],
    references: [],
    redacted: [],
  }),
};

/** Eight entries: a prescription that was carried out, one that was declined, and what surrounds them. */
export function sampleLog(options: ConstructorParameters<typeof LogMaker>[0] = {}): LogMaker {
  const log = new LogMaker(options);
  log.add("coverage", samples.coverage("open"));
  const first = log.add("prescription", samples.prescription(), { session: "release-7" });
  log.add("report", samples.report(first), { session: "release-7" });
  const second = log.add("prescription", samples.prescription("database"));
  log.add("report", samples.report(second, "declined"));
  log.add("anomaly", { kind: "unknown-report", prescription: "nobody-knows", text: "a report without a prescription" });
  log.add("coverage", samples.coverage("closed"));
  return log;
}
