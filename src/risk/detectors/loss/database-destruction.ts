import type { Command, Detector, Finding } from "../../model.ts";
import { optionOf } from "../shared/commands.ts";

/** Programs that send what they are given to a database. */
const clients =
  /^(psql|mysql|mariadb|sqlite3|sqlcmd|sqlplus|clickhouse-client|cockroach|cqlsh|mongo|mongosh|redis-cli|valkey-cli|etcdctl|bq)$/;

interface Danger {
  readonly statement: RegExp;
  /** With this in it the statement is meant for something in particular. */
  readonly unless?: RegExp;
  readonly because: string;
}

const dangers: readonly Danger[] = [
  {
    statement: /\b(drop) (database|schema|table|keyspace|collection|user|role)\b/i,
    because: "something is dropped with all that is in it",
  },
  { statement: /\b(truncate) (table )?\w/i, because: "a table is emptied" },
  {
    statement: /\b(delete) from \S/i,
    unless: /\bwhere\b/i,
    because: "every row of a table is deleted: there is no WHERE",
  },
  {
    statement: /\b(update) \S+ set\b/i,
    unless: /\bwhere\b/i,
    because: "every row of a table is changed: there is no WHERE",
  },
  { statement: /\b(flushall|flushdb)\b/i, because: "every key is deleted" },
  {
    statement: /\.(drop|dropDatabase|deleteMany|remove) ?\( ?(\{ ?\})? ?\)/,
    because: "a collection or database is emptied or dropped",
  },
  { statement: /\b(del) .*(--prefix|--from-key)/, because: "every key below a prefix is deleted" },
];

function inCommand(command: Command): readonly Finding[] {
  if (/^(dropdb|dropuser)$/.test(command.tool)) {
    return [{ field: command.tool, because: "something is dropped with all that is in it" }];
  }
  if (!clients.test(command.tool)) return [];
  const text = optionOf(command, "<statements>") ?? command.words.slice(1).join(" ");
  const statements = text.replace(/\s+/g, " ").split(";");
  return dangers.flatMap(({ statement, unless, because }) => {
    const found = statements.find((each) => statement.test(each) && !unless?.test(each));
    // The options of a client often hold a password: only its name and the verb are repeated.
    const verb = found === undefined ? undefined : statement.exec(found)?.[1];
    return verb === undefined ? [] : [{ field: `${command.tool}: ${verb.toLowerCase()}`, because }];
  });
}

export const databaseDestruction: Detector = {
  tag: "data.database-destruction",
  level: "critical",
  summary: "DROP, TRUNCATE, DELETE or UPDATE without WHERE, FLUSHALL and the like, sent to a database",
  advice: "Run it in a transaction or against a copy; count the rows first, and know the backup.",
  detect: ({ commands }) => commands.flatMap(inCommand),
};
