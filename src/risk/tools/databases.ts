import type { OperationClass } from "../../evidence/index.ts";
import { readFlags } from "../flags.ts";
import { worse } from "../operation-class.ts";
import { type Look, type Scene, textOf } from "../scene.ts";
import { isKnown } from "../words.ts";

const clients =
  /^(psql|mysql|mariadb|sqlite3|sqlcmd|cockroach|clickhouse-client|cqlsh|redis-cli|valkey-cli|mongosh|mongo|dropdb|dropuser|createdb|createuser|pg_dump|pg_dumpall|pg_restore|mysqldump|mongodump|mongorestore)$/;
export const isDatabaseClient = (name: string) => clients.test(name);

const values = new Set(
  "c command f file e execute eval h host p port U user u username d dbname database v variable F set S query Q q".split(
    " ",
  ),
);
const longest = 64 * 1024;

/** What statements do to what is in a database. Without statements somebody types them. */
export const database: Look = async (words, scene) => {
  const [tool = ""] = words;
  const flags = readFlags(words.slice(1), { values });
  const text = statements(
    tool,
    flags.words,
    ["c", "command", "e", "execute", "eval", "Q", "q", "query"].flatMap((name) => flags.list(name)).join("\n"),
    flags.value("f") ?? flags.value("file"),
    scene,
  );
  const kind = whole(tool) ?? (text === undefined ? "unknown" : classOf(tool, text));
  if (kind === "unknown")
    scene.unknown(`what ${tool} does is not known here${text === undefined ? ": no statement was seen" : ""}`);
  const name =
    flags.value("dbname") ??
    flags.value("d") ??
    flags.value("database") ??
    (tool === "redis-cli" ? undefined : flags.words[0]);
  const host = flags.value("host") ?? flags.value("h");
  const targets = [{ system: "database", kind: tool, name: (name ?? "*").replace(/\/\/[^/@]*@/, "//"), action: "run" }];
  // Detectors look for statements among the options.
  const record = new Map([
    ...flags.record(),
    ...(text === undefined ? [] : [["<statements>", text.slice(0, longest)] as const]),
  ]);
  scene.add({
    tool,
    operation: "",
    class: kind,
    words,
    flags: record,
    targets: kind === "read" ? [] : targets,
    hints: { hosts: [host ?? ""] },
  });
  return { class: kind };
};

/** Programs that do one thing. */
function whole(tool: string): OperationClass | undefined {
  if (/^drop/.test(tool)) return "destroy";
  if (/^create/.test(tool)) return "mutate";
  if (/dump/.test(tool)) return "read";
  return /restore$/.test(tool) ? "destroy" : undefined;
}

function statements(
  tool: string,
  plain: readonly string[],
  said: string,
  file: string | undefined,
  scene: Scene,
): string | undefined {
  if (said !== "") return said;
  if (file !== undefined && tool !== "redis-cli") {
    const flow = scene.read(file);
    return flow && textOf(flow);
  }
  if (/^(redis|valkey)-cli$/.test(tool) && plain.length > 0) return plain.join(" ");
  if (tool === "sqlite3" && plain.length > 1) return plain.slice(1).join("\n");
  const flow = scene.input();
  return flow && textOf(flow);
}

const destroys = /^(drop|truncate|delete|flushall|flushdb|del|unlink|shutdown)\b/i;
const mutates =
  /^(insert|update|alter|create|grant|revoke|replace|merge|copy|call|do|vacuum|reindex|analyze|set|lock|rename|comment|import|load|optimize|begin|commit|start|rollback|use|hset|lpush|rpush|sadd|zadd|incr|decr|expire|config|append|mset)\b/i;
const reads =
  /^(select|show|explain|describe|desc|\\d\S*|\\l\S*|\\conninfo|pragma|values|table|get|mget|hget|hgetall|keys|scan|info|ping|ttl|type|exists|lrange|smembers|dbsize|strlen|llen|.tables|.schema)\b/i;
const sly =
  /pg_terminate|pg_cancel|lo_unlink|dblink|to\s+program|into\s+outfile|xp_cmdshell|pg_read_file|\binto\b|;\s*\\!|^\\!/i;

function classOf(tool: string, text: string): OperationClass {
  if (/^mongo/.test(tool)) return mongo(text);
  const parts = text
    .slice(0, longest)
    .split(/;|\n(?=\\)/)
    .map((part) => part.replaceAll(/--[^\n]*|\/\*[\s\S]*?\*\//g, "").trim())
    .filter((part) => part !== "");
  if (parts.length === 0) return "unknown";
  return parts.map(one).reduce(worse, text.length > longest || !isKnown(text) ? "unknown" : "read");
}

function one(statement: string): OperationClass {
  if (destroys.test(statement) || /\b(delete\s+from|drop\s+(table|column|constraint))\b/i.test(statement))
    return "destroy";
  if (mutates.test(statement)) return "mutate";
  return reads.test(statement) && !sly.test(statement) && !/^explain\s+.*\b(analyze|insert|update)\b/i.test(statement)
    ? "read"
    : "unknown";
}

function mongo(text: string): OperationClass {
  if (/\.(drop\w*|delete\w*|remove)\s*\(/.test(text)) return "destroy";
  if (/\.(insert|update|replace|create|rename|bulk|findAndModify|findOneAnd)\w*\s*\(/.test(text)) return "mutate";
  return "unknown";
}
