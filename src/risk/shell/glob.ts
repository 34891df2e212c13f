import type { Scene } from "../scene.ts";
import { hole, isKnown } from "../words.ts";

/** Stand for "*" and "?" that the shell would match against files, not those in quotes. */
export const star = "\uE001";
export const anyOne = "\uE002";
const marks = new RegExp(`[${star}${anyOne}]`);
const mostMatches = 1_000;

/** The files that a word matches; the word itself where there are none; a hole where nobody can look. */
export function matched(word: string, scene: Scene): string[] {
  if (!marks.test(word)) return [word];
  const slash = word.lastIndexOf("/");
  const [folder, pattern] = [word.slice(0, slash + 1), word.slice(slash + 1)];
  const path = scene.path(folder === "" ? "." : folder);
  const unknown = [word.replaceAll(star, hole).replaceAll(anyOne, hole)];
  if (marks.test(folder) || !isKnown(word) || !isKnown(path) || scene.at.inside !== undefined) return unknown;
  // No endings: only the names are wanted, nothing that is in the files.
  const answer = scene.see({ ask: "folder", path, recursive: false, endings: [] });
  if (answer?.text === undefined && answer?.missing !== "no such file") return unknown;
  const written = [...scene.at.session.files.keys()].flatMap((file) => inside(file, path));
  const fits = regular(pattern);
  const names = [...new Set([...(answer.text ?? "").split("\n"), ...written])]
    .filter((name) => name !== "" && fits(name))
    .sort();
  if (names.length > mostMatches) return unknown;
  return names.length === 0 ? [word.replaceAll(star, "*").replaceAll(anyOne, "?")] : names.map((name) => folder + name);
}

const inside = (file: string, folder: string) => {
  const name = file.startsWith(`${folder}/`) ? file.slice(folder.length + 1) : "";
  return name.includes("/") || name === "" ? [] : [name];
};

function regular(pattern: string): (name: string) => boolean {
  const source = [...pattern]
    .map((letter) =>
      letter === star ? ".*" : letter === anyOne ? "." : letter.replaceAll(/[\\^$.*+?()[\]{}|]/g, "\\$&"),
    )
    .join("");
  const expression = new RegExp(`^${source.replaceAll(/(\.\*)+/g, ".*")}$`, "s");
  return (name) => (!name.startsWith(".") || pattern.startsWith(".")) && expression.test(name);
}
