import type { Redirection } from "unbash";
import { classOfWrite, fileTarget } from "../files.ts";
import { worse } from "../operation-class.ts";
import { flowOf, joined, nothing, type Result, type Scene, type Source } from "../scene.ts";
import { hole } from "../words.ts";
import type { Walker } from "./walk.ts";

interface Sink {
  readonly path: string;
  readonly append: boolean;
  /** Standard output goes there, not only errors. */
  readonly isOutput: boolean;
}

/** Runs a command with its input and output where the redirections send them. */
export async function redirect(
  redirections: readonly Redirection[],
  scene: Scene,
  walker: Walker,
  run: (scene: Scene) => Promise<Result>,
): Promise<Result> {
  let input = scene.at.input;
  const sinks: Sink[] = [];
  for (const redirection of redirections) {
    if (redirection.type !== "Redirect") {
      input = await given(redirection, scene, walker);
      continue;
    }
    const { operator, target } = redirection;
    const path = target === undefined ? hole : await walker.expander.text(target, scene);
    if (operator === "<&" || (operator === ">&" && /^(\d+|-)$/.test(path))) continue;
    if (operator === "<") input = scene.source(path);
    else sinks.push({ path: scene.path(path), append: operator.endsWith(">>"), isOutput: isOutput(redirection) });
  }
  const result = await run(scene.with({ input }));
  let kind = result.class;
  let output = result.output;
  for (const sink of sinks) {
    kind = worse(kind, write(sink, output, scene));
    if (sink.isOutput) output = nothing;
  }
  return { class: kind, output };
}

function isOutput({ operator, descriptor }: Extract<Redirection, { type: "Redirect" }>): boolean {
  if (operator.startsWith("&") || operator === ">&") return true;
  return descriptor === undefined || (descriptor.type === "FileDescriptor" && descriptor.value === 1);
}

/** Here-documents and here-strings. */
async function given(
  redirection: Exclude<Redirection, { type: "Redirect" }>,
  scene: Scene,
  walker: Walker,
): Promise<Source> {
  if (redirection.type === "HereString") {
    const text = redirection.target === undefined ? "" : await walker.expander.text(redirection.target, scene);
    return () => flowOf("<stdin>", `${text}\n`);
  }
  const { body, operator } = redirection;
  const text = body.parts === undefined ? body.text : await walker.expander.parts(body.parts, scene);
  const trimmed = operator === "<<-" ? text.replaceAll(/^\t+/gm, "") : text;
  return () => flowOf("<stdin>", trimmed);
}

/** Notes a file that the shell itself writes, and what will be in it for the commands that follow. */
function write({ path, append, isOutput: whole }: Sink, output: Source | undefined, scene: Scene): Result["class"] {
  const { files } = scene.at.session;
  const before = append ? files.get(path) : nothing;
  const known = whole && output !== undefined && before !== undefined;
  files.set(path, known ? joined([before, output]) : undefined);
  const kind = classOfWrite(path);
  if (kind === "read") return kind;
  const targets = [fileTarget(path, append ? "append" : "write")];
  scene.add({
    tool: "shell",
    operation: "write",
    class: kind,
    words: [append ? ">>" : ">", path],
    flags: new Map(),
    targets,
  });
  return kind;
}
