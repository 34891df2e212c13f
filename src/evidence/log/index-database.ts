import { rmSync } from "node:fs";
import { DatabaseSync, type StatementSync } from "node:sqlite";
import { hashLine } from "../format/index.ts";
import type { Filter } from "./contract.ts";
import { isMissing } from "./disk.ts";
import type { Layout, Place } from "./layout.ts";
import { type Line, LineReader } from "./lines.ts";
import { bytesAt } from "./written.ts";

/** Where an entry should be. */
export interface Found {
  readonly sequence: number;
  readonly place: Place;
}

/** Raised when what the tables look like changes: an index of another version is made again. */
const version = 1;

const schema = `
  CREATE TABLE entry (
    sequence INTEGER PRIMARY KEY, segment INTEGER NOT NULL, offset INTEGER NOT NULL, length INTEGER NOT NULL,
    id TEXT NOT NULL, type TEXT NOT NULL, session TEXT, actor TEXT NOT NULL, prescription TEXT, open INTEGER NOT NULL
  );
  CREATE INDEX by_id ON entry (id);
  CREATE INDEX by_type ON entry (type, sequence);
  CREATE INDEX by_session ON entry (session, sequence) WHERE session IS NOT NULL;
  CREATE INDEX by_actor ON entry (actor, sequence);
  CREATE INDEX by_prescription ON entry (prescription) WHERE prescription IS NOT NULL;
  CREATE INDEX by_open ON entry (sequence) WHERE open = 1;
  CREATE TABLE progress (sequence INTEGER, segment INTEGER, offset INTEGER, last_offset INTEGER, last_hash TEXT);
  PRAGMA user_version = ${version};
`;

const columns = "SELECT sequence, segment, offset, length FROM entry";

/** The tables behind `Index`, in a file or in memory. Every method may throw what SQLite throws. */
export class IndexDatabase implements Disposable {
  readonly #layout: Layout;
  readonly #database: DatabaseSync;
  readonly #statements = new Map<string, StatementSync>();

  constructor(layout: Layout, path: string) {
    this.#layout = layout;
    this.#database = new DatabaseSync(path, { timeout: 10_000 });
    try {
      // With a log of its own SQLite syncs rarely, and after a crash has an older state, but a whole one.
      this.#database.exec("PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL");
      const { user_version: found } = this.#database.prepare("PRAGMA user_version").get() as { user_version: number };
      if (found !== version) this.#change(() => this.#startOver());
    } catch (error) {
      this.#database.close();
      throw error;
    }
  }

  /** Takes up to that many more lines. Returns whether there may be more. */
  catchUp(most: number): boolean {
    if (!this.#isOfThisLog()) this.#change(() => this.#startOver());
    using reader = new LineReader(this.#layout, this.#start());
    const first = reader.next();
    if (first === undefined) return false;
    return this.#change(() => {
      // Another process may have been here between the look and the change.
      if (this.#start().sequence !== first.sequence) return true;
      let last: Line | undefined;
      let taken = 0;
      for (let line: Line | undefined = first; line !== undefined; line = taken < most ? reader.next() : undefined) {
        if (!this.#insert(line)) break;
        last = line;
        taken += 1;
      }
      if (last !== undefined) this.#remember(last);
      return taken === most;
    });
  }

  find(id: string): Found | undefined {
    return this.#places(`${columns} WHERE id = ? ORDER BY sequence LIMIT 1`, id)[0];
  }

  reportOf(prescription: string): Found | undefined {
    return this.#places(`${columns} WHERE prescription = ? ORDER BY sequence LIMIT 1`, prescription)[0];
  }

  open(): Found[] {
    return this.#places(`${columns} WHERE open = 1 ORDER BY sequence`);
  }

  select({ type, session, actor, from = 0, limit = -1 }: Filter): Found[] {
    const given = Object.entries({ type, session, actor }).filter(([, value]) => value !== undefined);
    const where = ["sequence >= ?", ...given.map(([name]) => `${name} = ?`)].join(" AND ");
    const values = given.map(([, value]) => value ?? null);
    return this.#places(`${columns} WHERE ${where} ORDER BY sequence LIMIT ?`, from, ...values, limit);
  }

  [Symbol.dispose](): void {
    this.#database.close();
  }

  #startOver(): void {
    for (const table of ["entry", "progress"]) this.#database.exec(`DROP TABLE IF EXISTS ${table}`);
    this.#database.exec(schema);
    this.#run("INSERT INTO progress VALUES (0, 0, 0, 0, '')");
  }

  /** What was taken last must still be there: the log may be another one, or a write may have been undone since. */
  #isOfThisLog(): boolean {
    const { sequence, segment, offset, last_offset: begin, last_hash: hash } = this.#progress();
    if (sequence === 0) return true;
    try {
      return hashLine(bytesAt(this.#layout, { segment, offset: begin, length: offset - begin - 1 })) === hash;
    } catch (error) {
      if (isMissing(error)) return false;
      throw error;
    }
  }

  #remember({ sequence, place: { segment, offset, length }, bytes }: Line): void {
    this.#run(
      "UPDATE progress SET sequence = ?, segment = ?, offset = ?, last_offset = ?, last_hash = ?",
      ...[sequence + 1, segment, offset + length + 1, offset, hashLine(bytes)],
    );
  }

  #start() {
    const { sequence, segment, offset } = this.#progress();
    return { sequence, segment, offset };
  }

  #progress() {
    return this.#statement("SELECT * FROM progress").get() as {
      readonly [name in "sequence" | "segment" | "offset" | "last_offset"]: number;
    } & { readonly last_hash: string };
  }

  /** A line that is no entry is left for whoever writes or verifies to deal with; nothing after it is taken. */
  #insert({ sequence, place, bytes }: Line): boolean {
    try {
      const { id, type, session, actor, data } = JSON.parse(bytes.toString("utf8"));
      const prescription = type === "report" ? (data.prescription ?? null) : null;
      const isOpen = type === "prescription" ? 1 : 0;
      const { segment, offset, length } = place;
      this.#run(
        "INSERT INTO entry VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        ...[sequence, segment, offset, length, id, type, session ?? null, actor.id, prescription, isOpen],
      );
      if (prescription !== null) this.#run("UPDATE entry SET open = 0 WHERE id = ? AND open = 1", prescription);
      return true;
    } catch (error) {
      if (error instanceof SyntaxError || error instanceof TypeError) return false;
      throw error;
    }
  }

  #places(sql: string, ...values: (string | number | null)[]): Found[] {
    const rows = this.#statement(sql).all(...values) as unknown as (Place & { sequence: number })[];
    return rows.map(({ sequence, segment, offset, length }) => ({ sequence, place: { segment, offset, length } }));
  }

  #run(sql: string, ...values: (string | number | null)[]): void {
    this.#statement(sql).run(...values);
  }

  #statement(sql: string): StatementSync {
    const statement = this.#statements.get(sql) ?? this.#database.prepare(sql);
    this.#statements.set(sql, statement);
    return statement;
  }

  #change<T>(work: () => T): T {
    this.#database.exec("BEGIN IMMEDIATE");
    try {
      const result = work();
      this.#database.exec("COMMIT");
      return result;
    } catch (error) {
      if (this.#database.isTransaction) this.#database.exec("ROLLBACK");
      throw error;
    }
  }
}

export function removeIndex(layout: Layout): void {
  for (const suffix of ["", "-wal", "-shm", "-journal"]) rmSync(layout.index + suffix, { force: true });
}
