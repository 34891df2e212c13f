import type { CallClass } from "./story.ts";

const waiting = new Set(["wait", "sleep", "watch"]);
const writing = new Set(
  `create apply patch update upsert delete remove scale restart replace set edit cordon uncordon drain taint label annotate
  run exec install upgrade uninstall rollback write add put post evict`.split(/\s+/),
);
const reading = new Set(
  "get list describe read show view logs log events search find query top status inspect fetch grep glob ls".split(" "),
);
/** What is about the actor's own files or about the recorder changes no system. */
const own = new Set(["file", "files", "directory", "todo", "answer", "finish", "prescribe", "report", "decline"]);

/** What a tool without a command does, by the words of its name: `pods_list`, `mcp__kube__resources_delete`. */
export function classOfTool(tool: string): CallClass {
  const name = tool.split("__").at(-1) ?? tool;
  const words = name
    .replace(/([a-z])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .split(/[^a-z]+/);
  const has = (set: ReadonlySet<string>) => words.some((word) => set.has(word));
  if (has(waiting)) return "wait";
  if (has(writing)) return has(own) ? "other" : "write";
  return has(reading) ? "read" : "other";
}
