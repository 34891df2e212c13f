import type { DuckDBAppender, DuckDBConnection } from "@duckdb/node-api";
import type { Duck } from "./database.ts";
import { createStatements, type RowOf, type TableName, tables } from "./schema.ts";

/** Rows between two flushes: what is not flushed is held in memory. */
const portion = 20_000;

type Append = (appender: DuckDBAppender, value: string | number | boolean) => void;

interface Target {
  readonly appender: DuckDBAppender;
  readonly columns: readonly { readonly column: string; readonly append: Append }[];
  waiting: number;
}

const none: Append = (appender) => appender.appendNull();

/** Appends rows to the tables of an index. */
export class Writer {
  readonly #connection: DuckDBConnection;
  readonly #appends: Readonly<Record<string, Append>>;
  readonly #targets = new Map<TableName, Target>();

  constructor(duck: Duck, connection: DuckDBConnection) {
    this.#connection = connection;
    this.#appends = {
      VARCHAR: (appender, value) => appender.appendVarchar(value as string),
      INTEGER: (appender, value) => appender.appendInteger(value as number),
      DOUBLE: (appender, value) => appender.appendDouble(value as number),
      BOOLEAN: (appender, value) => appender.appendBoolean(value as boolean),
      BIGINT: (appender, value) => appender.appendBigInt(BigInt(Math.round(value as number))),
      TIMESTAMP: (appender, value) => appender.appendTimestamp(new duck.DuckDBTimestampValue(BigInt(value as number))),
    };
  }

  async create(): Promise<void> {
    for (const statement of createStatements()) await this.#connection.run(statement);
    // All at once: opening one waits, and rows come one after the other.
    for (const name of Object.keys(tables) as TableName[]) {
      const columns = Object.entries(tables[name]).map(([column, type]) => ({
        column,
        append: this.#appends[type] ?? none,
      }));
      this.#targets.set(name, { appender: await this.#connection.createAppender(name), columns, waiting: 0 });
    }
  }

  add<T extends TableName>(table: T, row: RowOf<T>): void {
    const to = this.#targets.get(table);
    if (to === undefined) throw new TypeError(`no table ${table}: create comes first`);
    const { appender } = to;
    for (const { column, append } of to.columns) {
      const value = row[column as keyof RowOf<T>] as string | number | boolean | undefined;
      if (value === undefined) appender.appendNull();
      else append(appender, value);
    }
    appender.endRow();
    to.waiting += 1;
    if (to.waiting < portion) return;
    appender.flushSync();
    to.waiting = 0;
  }

  close(): void {
    for (const { appender } of this.#targets.values()) appender.closeSync();
    this.#targets.clear();
  }
}
