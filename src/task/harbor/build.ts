import { posix } from "node:path";
import { expanded, type Instruction, readDockerfile, wordsIn } from "./dockerfile.ts";
import type { Refusal, Room } from "./model.ts";
import { judgeRun } from "./run-instruction.ts";

/** What a Dockerfile makes, as far as our sandbox can be made to have it too. */
export type Built = Pick<Room, "files" | "directories" | "env" | "directory" | "user"> & {
  readonly command: readonly string[];
  readonly refusals: readonly Refusal[];
};

/** Images that are a plain system and nothing else: ours takes their place. */
const plainBases =
  /^(?:docker\.io\/)?(?:library\/)?(?:debian|ubuntu|alpine|busybox|alpine\/k8s|bitnami\/kubectl|rancher\/kubectl|alpine\/kubectl|curlimages\/curl|nicolaka\/netshoot)(?:[:@].*)?$/;

export function isPlainBase(image: string): boolean {
  return plainBases.test(image);
}

interface Making {
  readonly files: Map<string, { content: Uint8Array; mode: number }>;
  readonly directories: Set<string>;
  readonly env: Record<string, string>;
  readonly arguments: Record<string, string>;
  directory: string;
  user: "root" | "agent";
  command: string[];
  readonly refusals: Refusal[];
}

/** `context` has the files that the Dockerfile may copy, by path below it. */
export function build(text: string, file: string, context: ReadonlyMap<string, Uint8Array>): Built {
  const making: Making = {
    files: new Map(),
    directories: new Set(),
    env: {},
    arguments: {},
    directory: "/",
    user: "root",
    command: [],
    refusals: [],
  };
  for (const instruction of readDockerfile(text)) follow(instruction, file, context, making);
  const { files, directories, env, directory, user, command, refusals } = making;
  return {
    files: [...files].map(([path, { content, mode }]) => ({ path, content, mode })),
    directories: [...directories],
    env,
    directory,
    user,
    command,
    refusals,
  };
}

const withoutEffect = new Set(["LABEL", "EXPOSE", "VOLUME", "SHELL", "STOPSIGNAL", "HEALTHCHECK", "MAINTAINER"]);

function follow(
  instruction: Instruction,
  file: string,
  context: ReadonlyMap<string, Uint8Array>,
  making: Making,
): void {
  const { word, rest, line } = instruction;
  const refuse = (what: string, how?: string) =>
    making.refusals.push({ file, line, what: `${word} ${what}`, ...(how ? { how } : {}) });
  const fill = (value: string) => expanded(value, { ...making.arguments, ...making.env });
  if (word === "FROM") {
    const [image = ""] = rest.split(/\s+/).filter((each) => !each.startsWith("--"));
    if (!isPlainBase(fill(image))) refuse(`${image}: nothing here takes the place of this image`);
  } else if (word === "ARG") {
    const [, name = "", value] = /^(\w+)(?:=(.*))?$/.exec(rest) ?? [];
    if (value !== undefined) making.arguments[name] = wordsIn(fill(value)).join(" ");
  } else if (word === "ENV") {
    const pairs = /^\w+=/.test(rest) ? wordsIn(fill(rest)) : [fill(rest).replace(/\s+/, "=")];
    for (const pair of pairs) making.env[pair.slice(0, pair.indexOf("="))] = pair.slice(pair.indexOf("=") + 1);
  } else if (word === "WORKDIR") {
    making.directory = posix.resolve(making.directory, fill(rest));
    making.directories.add(making.directory);
  } else if (word === "USER") making.user = /^(root|0)\b/.test(rest) ? "root" : "agent";
  else if (word === "COPY" || word === "ADD") {
    for (const what of copy(instruction, fill, context, making)) refuse(what);
  } else if (word === "RUN") {
    const { directories, executables, refusals } = judgeRun(instruction, fill);
    for (const directory of directories) making.directories.add(posix.resolve(making.directory, directory));
    for (const path of executables) {
      const placed = making.files.get(posix.resolve(making.directory, path));
      if (placed) placed.mode |= 0o111;
    }
    for (const { what, how } of refusals) refuse(what, how);
  } else if (word === "CMD") making.command = commandIn(rest);
  else if (word === "ENTRYPOINT") making.command = commandIn(rest);
  else if (!withoutEffect.has(word)) refuse("is not understood");
}

function commandIn(rest: string): string[] {
  return rest.startsWith("[") ? wordsIn(rest) : ["sh", "-c", rest];
}

/** Copies, and says what it could not copy. */
function copy(
  { rest, documents }: Instruction,
  fill: (value: string) => string,
  context: ReadonlyMap<string, Uint8Array>,
  making: Making,
): string[] {
  const words = wordsIn(fill(rest));
  const flags = words.filter((each) => each.startsWith("--"));
  const from = flags.find((each) => each.startsWith("--from="));
  if (from) return [`${from}: other stages are not built`];
  const [, given] = /^--chmod=(\d+)$/.exec(flags.find((each) => each.startsWith("--chmod=")) ?? "") ?? [];
  const mode = given === undefined ? undefined : Number.parseInt(given, 8);
  const places = words.filter((each) => !each.startsWith("--"));
  const target = places.pop() ?? "";
  const place = posix.resolve(making.directory, target);
  const isFolder = target.endsWith("/") || target === "." || places.length > 1;
  if (documents.length > 0) {
    making.files.set(place, { content: Buffer.from(documents[0] ?? ""), mode: mode ?? 0o644 });
    return [];
  }
  return places.flatMap((source) => {
    if (/^[a-z]+:\/\//.test(source)) return [`${source}: nothing is fetched here`];
    const found = [...context].filter(
      ([path]) => path === clean(source) || isBelow(clean(source), path) || globbed(source, path),
    );
    if (found.length === 0) return [`${source}: no such file below environment/`];
    for (const [path, content] of found) {
      const isSingle = path === clean(source) || globbed(source, path);
      const inner = isSingle ? posix.basename(path) : path.slice(clean(source) === "" ? 0 : clean(source).length + 1);
      const to = isSingle && !isFolder ? place : posix.join(place, inner);
      making.files.set(to, { content, mode: mode ?? modeOf(content) });
    }
    return [];
  });
}

/** Digests know no modes; what begins like a script was meant to be run. */
export function modeOf(content: Uint8Array): number {
  return content[0] === 0x23 && content[1] === 0x21 ? 0o755 : 0o644;
}

function clean(source: string): string {
  return posix
    .normalize(source)
    .replace(/^\.?\/+|\/+$/g, "")
    .replace(/^\.$/, "");
}

function isBelow(folder: string, path: string): boolean {
  return folder === "" || path.startsWith(`${folder}/`);
}

function globbed(source: string, path: string): boolean {
  return source.includes("*") && posix.matchesGlob(path, clean(source));
}
