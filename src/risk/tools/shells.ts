import { type Look, type Scene, textOf } from "../scene.ts";
import { fork } from "../shell/session.ts";
import { smell } from "../shell/smell.ts";
import { hole } from "../words.ts";

/** `bash -c TEXT`, `bash FILE`, `… | bash`, `bash <<EOF`. */
export const shell: Look = async (words, scene) => {
  const { text, given, from, name } = await textFor(words, scene);
  if (text === undefined) {
    scene.unknown(`what ${words[0]} runs (${from}) is known only when it does`);
    scene.add({ tool: "shell", operation: "run", class: "unknown", words, flags: new Map() });
    return { class: "unknown" };
  }
  const session = {
    ...fork(scene.at.session),
    functions: new Map(scene.at.session.functions),
    arguments: given,
    ...(name !== undefined && { name }),
  };
  // A script that came on standard input has eaten it.
  return scene.with({ session, ...(from === "standard input" && { input: undefined }) }).script(text);
};

async function textFor(words: readonly string[], scene: Scene) {
  let at = 1;
  let command = false;
  let standardInput = false;
  for (; at < words.length; at += 1) {
    const word = words[at] ?? "";
    if (word === "--" || word === "-") {
      at += 1;
      break;
    }
    if (!/^[-+]/.test(word)) break;
    if (/^--(rcfile|init-file)$/.test(word) || /^[-+]o$|^[-+][a-zA-Z]*o$/.test(word)) at += 1;
    else if (/^-[a-zA-Z]*c/.test(word)) command = true;
    if (/^-[a-zA-Z]*s/.test(word)) standardInput = true;
  }
  const rest = words.slice(at);
  if (command) return { text: rest[0], given: rest.slice(2), from: "a text", name: rest[1] ?? words[0] };
  if (standardInput || rest.length === 0 || rest[0] === "/dev/stdin") {
    const input = scene.input();
    const known = input !== undefined && input.altered === undefined;
    return {
      text: known ? textOf(input) : undefined,
      given: standardInput ? rest : rest.slice(1),
      from: "standard input",
      name: words[0],
    };
  }
  const [file = hole, ...given] = rest;
  const flow = scene.read(file);
  return { text: flow && !flow.altered ? textOf(flow) : undefined, given, from: file, name: file };
}

/** PowerShell, cmd and others have a grammar of their own, which nobody here reads. */
export const foreignShell: Look = async (words, scene) => {
  const flow = scene.input();
  const text = [...words.slice(1), flow ? textOf(flow) : ""].join(" ");
  const kind = smell(text);
  scene.unknown(`${words[0]}: its language is not read here`);
  scene.add({ tool: words[0] ?? "", operation: "run", class: kind, words, flags: new Map() });
  return { class: kind };
};
