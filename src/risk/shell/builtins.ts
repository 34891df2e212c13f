import { nothing, type Result, type Scene, type Session, textOf } from "../scene.ts";
import { hole, isKnown } from "../words.ts";
import { fork } from "./session.ts";
import { smell } from "./smell.ts";

/** What a shell does itself. `session` is the shell's own; the scene's may have variables for this command only. */
type Builtin = (words: readonly string[], scene: Scene, session: Session) => Result | Promise<Result>;

function done(operation: string, words: readonly string[], scene: Scene, kind: Result["class"] = "read"): Result {
  scene.add({ tool: "shell", operation, class: kind, words: [operation, ...words], flags: new Map() });
  return { class: kind, output: nothing };
}

const plain =
  (name: string): Builtin =>
  (words, scene) =>
    done(name, words, scene);

const enter: Builtin = (words, scene, session) => {
  const name = words.find((word) => !/^-[LPe@]+$/.test(word) && word !== "--") ?? "~";
  session.directory = name === "-" || /^[+-]\d+$/.test(name) ? hole : scene.path(name);
  return done("cd", words, scene);
};

/** `export A=b`: the assignments were made by whoever calls; here are those that came out of variables. */
const declare =
  (name: string): Builtin =>
  (words, scene, session) => {
    for (const word of words) {
      const [, variable, value] = /^([A-Za-z_]\w*)=(.*)$/s.exec(word) ?? [];
      if (variable !== undefined) session.variables.set(variable, value ?? "");
    }
    return done(name, words, scene);
  };

const forget =
  (name: string): Builtin =>
  (words, scene, session) => {
    for (const word of words) if (/^[A-Za-z_]\w*$/.test(word)) session.variables.set(word, hole);
    return done(name, words, scene);
  };

/** Text that becomes commands. */
const evaluate: Builtin = (words, scene, session) => {
  const text = words.join(" ");
  return scene.with({ session: sameShell(scene, session) }).script(text);
};

/** What `eval` sets stays set: it works on the shell's own state, not on a copy. */
const sameShell = (scene: Scene, session: Session): Session =>
  scene.at.session === session ? session : { ...fork(session), variables: scene.at.session.variables };

const source: Builtin = async ([name, ...given], scene, session) => {
  const file = name === undefined ? undefined : scene.read(name);
  if (file === undefined) {
    scene.unknown(`what ${name ?? "source"} does to the shell is known only when it runs`);
    return done("source", [name ?? ""], scene, "unknown");
  }
  if (given.length > 0) session.arguments = given;
  return scene.with({ session: sameShell(scene, session) }).script(textOf(file));
};

const alias: Builtin = (words, scene, session) => {
  for (const word of words) {
    const [, name, text] = /^([^=]+)=(.*)$/s.exec(word) ?? [];
    if (name !== undefined) session.aliases.set(name, text ?? "");
  }
  return done("alias", [], scene);
};

const trap: Builtin = async (words, scene, session) => {
  const [text = ""] = words.filter((word) => !/^-[lp]?$/.test(word));
  done("trap", words, scene);
  if (text === "" || (isKnown(text) && /^[A-Z0-9+]+$/.test(text))) return { class: "read" };
  return scene.with({ session: fork(session) }).script(text);
};

const set: Builtin = (words, scene, session) => {
  const dashes = words.indexOf("--");
  if (dashes >= 0) session.arguments = words.slice(dashes + 1);
  else if (words[0] !== undefined && !/^[+-]/.test(words[0])) session.arguments = words;
  return done("set", words, scene);
};

const shift: Builtin = (words, scene, session) => {
  session.arguments = session.arguments.slice(Number(words[0] ?? 1) || 1);
  return done("shift", words, scene);
};

/** `exec 3> file` has no words; `exec program` goes on as that program. */
const replaceShell: Builtin = (words, scene) => {
  const program = words.slice(
    Math.max(
      0,
      words.findIndex((word) => !word.startsWith("-")),
    ),
  );
  return program.length === 0 || words.length === 0 ? done("exec", words, scene) : scene.look(program);
};

/** Words that nobody can follow: a program under a name of its own, keys that mean commands. */
const strange =
  (name: string): Builtin =>
  (words, scene) => {
    if (words.length === 0) return done(name, words, scene);
    const kind = smell(words.join("\n"));
    scene.unknown(`what the shell's ${name} changes is known only when it runs`);
    return done(name, words, scene, kind === "unknown" ? "unknown" : kind);
  };

const harmless =
  ": true false test [ return exit break continue wait jobs umask ulimit shopt type times suspend logout fg bg dirs compgen";
/** Their words may be assignments to the shell itself. */
export const declaring = "export declare local readonly typeset";
const forgetting = "read mapfile readarray getopts unset let";
const odd = "hash enable bind complete compopt fc disown caller";

const table = (names: string, make: (name: string) => Builtin) =>
  names.split(" ").map((name) => [name, make(name)] as const);

export const builtins: Readonly<Record<string, Builtin | undefined>> = Object.assign(
  Object.create(null) as Record<string, Builtin>,
  Object.fromEntries([
    ...table(harmless, plain),
    ...table(declaring, declare),
    ...table(forgetting, forget),
    ...table(odd, strange),
    ...table("cd pushd chdir", () => enter),
    ["popd", (words, scene, session) => enter([...words, "-"], scene, session)],
    ["eval", evaluate],
    ["source", source],
    [".", source],
    ["alias", alias],
    ["unalias", plain("unalias")],
    ["trap", trap],
    ["set", set],
    ["shift", shift],
    ["exec", replaceShell],
  ]),
);
