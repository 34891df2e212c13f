import type { Command, Detector, Finding } from "../../model.ts";

/** Programs that send what they are given to a database. */
const clients =
  /^(psql|mysql|mariadb|sqlite3|sqlcmd|sqlplus|clickhouse-client|cockroach|cqlsh|mongo|mongosh|redis-cli|valkey-cli|etcdctl|bq)$/;

const statements: readonly (readonly [RegExp, string])[] = [
  [/\bdrop\s+(database|schema|table|keyspace|collection|user|role)\b/i, "something is dropped with all that is in it"],
  [/\btruncate\s+(table\s+)?\S/i, "a table is emptied"],
  [/\bdelete\s+from\s+[^\s;]+\s*(;|["']|$)/i, "every row of a table is deleted: there is no WHERE"],
  [/\bupdate\s+[^\s;]+\s+set\b(?![\s\S]*\bwhere\b)/i, "every row of a table is changed: there is no WHERE"],
  [/\bflush(all|db)\b/i, "every key is deleted"],
  [/\.(drop(Database)?|deleteMany|remove)\s*\(\s*(\{\s*\})?\s*\)/, "a collection or database is emptied or dropped"],
  [/\bdel\b.*(--prefix|--from-key)/, "every key below a prefix is deleted"],
];

function inCommand(command: Command): readonly Finding[] {
  const program = clients.test(command.tool) || clients.test(command.words[0] ?? "");
  if (!program && !/^(dropdb|dropuser)$/.test(command.tool)) return [];
  if (/^drop/.test(command.tool))
    return [{ field: command.tool, because: "something is dropped with all that is in it" }];
  // The options of a client often hold a password: only its name and the verb are repeated.
  const text = [...command.words.slice(1), ...[...command.flags].flat()].join(" ");
  return statements.flatMap(([pattern, because]) => {
    const [verb = ""] = /^\W*\w+/.exec(pattern.exec(text)?.[0] ?? "") ?? [];
    return verb === "" ? [] : [{ field: `${command.tool}: ${verb.toLowerCase()}`, because }];
  });
}

export const databaseDestruction: Detector = {
  tag: "data.database-destruction",
  level: "critical",
  summary: "DROP, TRUNCATE, DELETE or UPDATE without WHERE, FLUSHALL and the like, sent to a database",
  advice: "Run it in a transaction or against a copy; count the rows first, and know the backup.",
  detect: ({ commands }) => commands.flatMap(inCommand),
};
