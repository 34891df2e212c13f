import type { Look, Result, Scene } from "./scene.ts";
import { smell } from "./shell/smell.ts";
import { toolName } from "./tools/names.ts";
import { tools } from "./tools/table.ts";
import { hole, isKnown, programName } from "./words.ts";

const deepest = 40;

/** Looks into one command, whatever it is: by its own tool, as a wrapper of another, or among well-known programs. */
export const look: Look = async (words, scene) => {
  if (scene.world.budget < 0 || scene.at.depth > deepest) return tooMuch(words, scene);
  const [first = ""] = words;
  const name = programName(first);
  if (!isKnown(first) || name === "") return nameless(words, scene);
  const tool = toolName(first);
  if (tool) return (await tools[tool]())([tool, ...words.slice(1)], scene);
  const { isWrapper, wrapped } = await import("./tools/wrappers.ts");
  if (isWrapper(name, words)) return wrapped([name, ...words.slice(1)], scene);
  const { program } = await import("./tools/programs.ts");
  return program(words, scene);
};

function tooMuch(words: readonly string[], scene: Scene): Result {
  scene.unknown("there are more commands, or deeper ones, than are looked into");
  return plainly(words, scene);
}

function nameless(words: readonly string[], scene: Scene): Result {
  scene.unknown(`which program runs is known only when it does: ${words.slice(0, 6).join(" ")}`);
  return plainly(words, scene);
}

function plainly(words: readonly string[], scene: Scene): Result {
  const kind = smell(words.join(" ").replaceAll(hole, " "));
  scene.add({ tool: programName(words[0] ?? ""), operation: "", class: kind, words, flags: new Map() });
  return { class: kind };
}
