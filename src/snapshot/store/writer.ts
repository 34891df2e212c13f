import type { DuckDBAppender, DuckDBConnection } from "@duckdb/node-api";
import type { Duck } from "./database.ts";
import { createStatements, type RowOf, type TableName, tables } from "./schema.ts";

/** Rows between two flushes: what is not flushed is held in memory. */
const portion = 20_000;

type Append = (appender: DuckDBAppender, value: string | number | boolean) => void;

/** Appends rows to the tables of an index. */
export class Writer {
  readonly #connection: DuckDBConnection;
  readonly #appends: Readonly<Record<string, Append>>;
  readonly #appenders = new Map<TableName, { appender: DuckDBAppender; waiting: number }>();

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
      this.#appenders.set(name, { appender: await this.#connection.createAppender(name), waiting: 0 });
    }
  }

  add<T extends TableName>(table: T, row: RowOf<T>): void {
    const to = this.#appenders.get(table);
    if (to === undefined) throw new TypeError(`no table ${table}: create comes first`);
    const { appender } = to;
    for (const [column, type] of Object.entries(tables[table])) {
      const value = row[column as keyof RowOf<T>] as string | number | boolean | undefined;
      if (value === undefined) appender.appendNull();
      else this.#appends[type]?.(appender, value);
    }
    appender.endRow();
    to.waiting += 1;
    if (to.waiting < portion) return;
    appender.flushSync();
    to.waiting = 0;
  }

  close(): void {
    for (const { appender } of this.#appenders.values()) appender.closeSync();
    this.#appenders.clear();
  }
}
