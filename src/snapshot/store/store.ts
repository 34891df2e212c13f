import { messageOf } from "../../problem/index.ts";
import { SnapshotProblem } from "../problem.ts";
import type { Layout } from "../source/index.ts";
import { type Opened, openDatabase } from "./database.ts";

export type Cell = string | number | boolean | null;
export type Found = Readonly<Record<string, Cell>>;

export interface Selected {
  readonly names: readonly string[];
  readonly rows: readonly (readonly Cell[])[];
}

/** How long one question may take, whoever asks it. */
const usualPatienceMs = 20_000;

/** An indexed snapshot: questions in SQL, answers as plain values. Nothing can be written to it. */
export class Store implements Disposable {
  readonly #database: Opened;
  readonly #patienceMs: number;
  readonly digest: string;
  readonly layout: Layout;
  /** How the files came to be read as they were. */
  readonly because: readonly string[];
  /** What in them could not be read. */
  readonly notes: readonly string[];
  /** Where the recording ended before it should: since when, and why. Among the notes as well. */
  readonly incomplete: string | undefined;

  private constructor(database: Opened, meta: ReadonlyMap<string, string>, patienceMs: number) {
    this.#database = database;
    this.#patienceMs = patienceMs;
    this.digest = meta.get("digest") ?? "";
    this.layout = meta.get("layout") as Layout;
    this.because = JSON.parse(meta.get("because") ?? "[]");
    this.incomplete = meta.get("incomplete");
    this.notes = JSON.parse(meta.get("notes") ?? "[]");
  }

  static async open(path: string, patienceMs = usualPatienceMs): Promise<Store> {
    const database = await openDatabase(path);
    const reader = await database.connection.runAndReadAll("SELECT key, value FROM meta");
    return new Store(database, new Map(reader.getRowsJson() as [string, string][]), patienceMs);
  }

  /** Times come as ISO text, sizes and counts as numbers. */
  async rows(sql: string, values: readonly (string | number | boolean)[] = []): Promise<readonly Found[]> {
    const { names, rows } = await this.#ask(sql, values);
    return rows.map((row) => Object.fromEntries(names.map((name, at) => [name, row[at] ?? null])));
  }

  /**
   * A query of somebody who is not trusted: one statement that only reads, ended after a while, with no more rows and no
   * longer cells than asked for. The database itself was opened so that it reaches nothing beyond this snapshot.
   */
  async select(sql: string, most: { readonly rows: number; readonly cell: number }): Promise<Selected> {
    const { connection, duck } = this.#database;
    const statements = await connection.extractStatements(sql).catch((cause: unknown) => {
      throw badQuery(messageOf(cause), cause);
    });
    if (statements.count !== 1) throw badQuery(`expected one statement, found ${statements.count}`);
    const prepared = await statements.prepare(0).catch((cause: unknown) => {
      throw badQuery(messageOf(cause), cause);
    });
    const type = prepared.statementType;
    prepared.destroySync();
    if (type !== duck.StatementType.SELECT) {
      throw badQuery(`expected a SELECT, found ${duck.StatementType[type] ?? "another statement"}`);
    }
    // Cut in the database: a cell may have megabytes, and there may be millions of them.
    const within = sql.trim().replace(/;\s*$/, "");
    return await this.#ask(
      `SELECT left(COLUMNS(*)::VARCHAR, ${most.cell}) FROM (\n${within}\n) LIMIT ${most.rows}`,
      [],
    );
  }

  async #ask(sql: string, values: readonly (string | number | boolean)[]) {
    // A connection of its own: stopping one question must not stop another.
    const connection = await this.#database.instance.connect();
    const timer = setTimeout(() => connection.interrupt(), this.#patienceMs);
    try {
      const reader = await connection.runAndReadAll(sql, [...values]);
      const types = reader.columnTypes().map(({ typeId }) => typeId);
      const { DuckDBTypeId } = this.#database.duck;
      const isWhole = types.map((type) => type === DuckDBTypeId.BIGINT || type === DuckDBTypeId.HUGEINT);
      const isTime = types.map((type) => type === DuckDBTypeId.TIMESTAMP);
      const rows = reader.getRowsJson().map((row) =>
        row.map((cell, at): Cell => {
          if (cell === null || typeof cell === "number" || typeof cell === "boolean") return cell;
          if (typeof cell !== "string") return JSON.stringify(cell);
          if (isWhole[at]) return Number(cell);
          return isTime[at] ? `${cell.replace(" ", "T")}Z` : cell;
        }),
      );
      return { names: reader.deduplicatedColumnNames(), rows };
    } catch (cause) {
      throw badQuery(
        /interrupt/i.test(messageOf(cause)) ? `stopped after ${this.#patienceMs / 1000} seconds` : messageOf(cause),
        cause,
      );
    } finally {
      clearTimeout(timer);
      connection.closeSync();
    }
  }

  [Symbol.dispose](): void {
    this.#database[Symbol.dispose]();
  }
}

function badQuery(what: string, cause?: unknown): SnapshotProblem {
  return new SnapshotProblem("BAD_QUERY", what, { cause });
}
