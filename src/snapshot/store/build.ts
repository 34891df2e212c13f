import { messageOf } from "../../problem/index.ts";
import type { Report } from "../../process/index.ts";
import type { Limits } from "../limits.ts";
import { SnapshotProblem } from "../problem.ts";
import { type Arranged, type Digested, manifestName, type Remarks, type SourceFile } from "../source/index.ts";
import { createDatabase } from "./database.ts";
import { derivations } from "./derive.ts";
import { Loading } from "./loading.ts";
import { indexVersion } from "./schema.ts";
import { Writer } from "./writer.ts";

export interface BuildOptions {
  /** What the snapshot says of itself that whoever looks at it must know. */
  readonly remarks: Remarks;
  readonly limits: Limits;
  readonly report: Report;
  readonly signal: AbortSignal;
}

/** Writes the index of a snapshot into a new file. Whoever calls gives the file its name when all of it is there. */
export async function build(
  path: string,
  arranged: Arranged,
  digested: Digested,
  options: BuildOptions,
): Promise<void> {
  using database = await createDatabase(path);
  const { connection, duck } = database;
  const writer = new Writer(duck, connection);
  try {
    await writer.create();
    const loading = new Loading(writer, options.limits);
    const total = arranged.data.reduce((all, { file }) => all + file.size, 0);
    let done = 0;
    for (const [id, roled] of arranged.data.entries()) {
      const counted: SourceFile = {
        ...roled.file,
        bytes: () =>
          counting(roled.file.bytes(), (bytes) => {
            options.signal.throwIfAborted();
            done += bytes;
            options.report({ step, state: "running", done, total, unit: "bytes", note: roled.file.path });
          }),
      };
      const rows = await loading.load(id, { ...roled, file: counted });
      const { sha256 } = digested.files[id] ?? {};
      writer.add("files", { id, path: roled.file.path, role: roled.role, bytes: roled.file.size, rows, sha256 });
    }
    loading.finish();
    for (const [key, value] of Object.entries({
      version: String(indexVersion),
      digest: digested.digest,
      layout: arranged.layout,
      because: JSON.stringify(arranged.because),
      ...(options.remarks.incomplete ? { incomplete: options.remarks.incomplete } : {}),
      notes: JSON.stringify([
        ...[options.remarks.incomplete ?? []].flat(),
        ...options.remarks.missing,
        ...loading.notes(),
        ...arranged.others
          .filter(({ path }) => path !== manifestName)
          .map(({ path }) => `${path} is no data and was left alone`),
      ]),
    })) {
      writer.add("meta", { key, value });
    }
    writer.close();
    for (const statement of derivations) {
      options.signal.throwIfAborted();
      await connection.run(statement);
    }
    await connection.run("CHECKPOINT");
    options.report({ step, state: "done" });
  } catch (thrown) {
    options.report({ step, state: "failed" });
    if (thrown instanceof SnapshotProblem || options.signal.aborted) throw thrown;
    if (/out of memory/i.test(messageOf(thrown))) {
      throw new SnapshotProblem("TOO_LARGE", `what follows from the rows needs too much memory: ${messageOf(thrown)}`, {
        cause: thrown,
      });
    }
    throw thrown;
  }
}

const step = "index the snapshot";

async function* counting(chunks: AsyncIterable<Buffer>, onChunk: (bytes: number) => void): AsyncGenerator<Buffer> {
  for await (const chunk of chunks) {
    onChunk(chunk.length);
    yield chunk;
  }
}
