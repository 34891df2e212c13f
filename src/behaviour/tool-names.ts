import type { CallClass } from "./story.ts";

const waiting = new Set(["wait", "sleep", "watch"]);
const writing = new Set(
  `create apply patch update upsert delete remove scale restart replace set edit cordon uncordon drain taint label annotate
  run exec install upgrade uninstall rollback write add put post evict`.split(/\s+/),
);
const reading = new Set(
  "get list describe read show view logs log events search find query top status inspect fetch grep glob ls".split(" "),
);

/** Tools of the recorder: they are given commands to announce, not to run. */
const recorders = /airworthy|(?:^|[^a-z])(?:prescribe|report|decline|explain_risk)$/i;
/** Tools that every coding agent has for its own files and notes, as they are called by themselves. */
const ownTools =
  /^(?:read|write|edit|multi_?edit|notebook_?edit|patch|apply_patch|replace|ls|list|glob|grep|todo\w*|file_change|task|finish|web_?(?:search|fetch))$/i;
const ownWords = /(?:^|[^a-z])(?:files?|director(?:y|ies)|todos?)(?:$|[^a-z])/i;

/** What a tool does, as far as its name tells. */
export interface ToolKind {
  readonly is: CallClass;
  /** It works on the actor's own files or speaks to the recorder: whatever it is given, no system is asked or changed. */
  readonly isOwn: boolean;
}

/** By the words of its name: `pods_list`, `mcp__kube__resources_delete`. */
export function kindOfTool(tool: string): ToolKind {
  const name = tool.split("__").at(-1) ?? tool;
  const spaced = name.replace(/([a-z])([A-Z])/g, "$1_$2");
  const words = spaced.toLowerCase().split(/[^a-z]+/);
  const has = (set: ReadonlySet<string>) => words.some((word) => set.has(word));
  if (recorders.test(tool)) return { is: "other", isOwn: true };
  const isOwn = (name === tool && ownTools.test(name)) || ownWords.test(spaced);
  const is = has(waiting) ? "wait" : has(writing) ? "write" : has(reading) ? "read" : "other";
  return { is: isOwn && is === "write" ? "other" : is, isOwn };
}
