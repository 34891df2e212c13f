import { createHash } from "node:crypto";
import { mkdir, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { constants, gzipSync, zstdCompressSync } from "node:zlib";
import { format, isArchive, manifestName } from "../source/index.ts";
import type { Alert, Recorded } from "./model.ts";
import { tarOf } from "./tar.ts";

export type Files = ReadonlyMap<string, Buffer>;

/** What was recorded as the files of our own layout. `labels` are beside them: what nobody is shown who is to find it. */
export function filesOf(recorded: Recorded, alerts: readonly Alert[], labels: Files = new Map()): Files {
  const iso = (time: number) => new Date(time).toISOString();
  const lines = (rows: readonly object[]) => Buffer.from(rows.map((row) => `${JSON.stringify(row)}\n`).join(""));
  const observed = ({ time, type, object }: Recorded["objects"][number]) => ({ time: iso(time), type, object });
  const data = new Map<string, Buffer>([
    [
      "alerts.jsonl",
      lines(
        alerts.map(({ time, activeAt, ...alert }) => ({
          ...{ time: iso(time), state: "firing", activeAt: iso(activeAt) },
          ...alert,
        })),
      ),
    ],
    ["events.jsonl", lines(recorded.events.map(observed))],
    ["objects.jsonl", lines(recorded.objects.map(observed))],
    ["logs.jsonl", lines(recorded.logs.map((line) => ({ ...line, severity: severityIn(line.body) })))],
    ["metrics.jsonl", lines(recorded.samples.map(({ time, ...sample }) => ({ time: iso(time), ...sample })))],
    [
      "traces.jsonl",
      lines(
        recorded.spans.map(({ time, isError, ...span }) => ({
          ...{ time: iso(time), ...span },
          status: isError ? "ERROR" : "OK",
        })),
      ),
    ],
  ]);
  const digests = [...data].map(([path, bytes]) => [
    path,
    { sha256: createHash("sha256").update(bytes).digest("hex") },
  ]);
  const { incomplete } = recorded;
  const manifest = {
    format,
    captured: {
      ...{ from: iso(recorded.from), to: iso(recorded.to), missing: recorded.missing },
      ...(incomplete ? { incomplete: { since: iso(incomplete.since), reason: incomplete.reason } } : {}),
    },
    files: Object.fromEntries(digests),
  };
  return new Map([[manifestName, Buffer.from(`${JSON.stringify(manifest, undefined, 2)}\n`)], ...data, ...labels]);
}

/** A directory, or an archive where the name ends like one; never half of it. */
export async function writeFiles(path: string, files: Files): Promise<number> {
  const partial = `${path}.partial`;
  await rm(partial, { recursive: true, force: true });
  await mkdir(dirname(path), { recursive: true });
  let bytes = 0;
  if (isArchive(path)) {
    const tar = tarOf(files);
    const packed = path.endsWith(".zst")
      ? zstdCompressSync(tar, {
          params: { [constants.ZSTD_c_compressionLevel]: 19, [constants.ZSTD_c_enableLongDistanceMatching]: 1 },
        })
      : gzipSync(tar, { level: 9 });
    await writeFile(partial, packed);
    bytes = packed.length;
  } else {
    for (const [name, content] of files) {
      await mkdir(dirname(join(partial, name)), { recursive: true });
      await writeFile(join(partial, name), content);
      bytes += content.length;
    }
  }
  await rename(partial, path);
  return bytes;
}

/** What a line says of itself, in the words that loggers use. */
function severityIn(body: string): string | undefined {
  const [, word] = /\b(DEBUG|INFO|WARN|WARNING|ERROR|CRITICAL|FATAL)\b/.exec(body.slice(0, 200)) ?? [];
  if (word !== undefined) return word === "WARNING" ? "WARN" : word;
  const [, status] = /" (\d{3}) -/.exec(body) ?? [];
  if (status !== undefined) return status >= "500" ? "ERROR" : "INFO";
  return /\b(error|exception|refused|failed|denied)\b|Error\(/i.test(body) ? "ERROR" : undefined;
}
