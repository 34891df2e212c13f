import { classOfWrite, fileTarget } from "../files.ts";
import { flowOf, joined, type Result, type Scene, type Source, textOf } from "../scene.ts";
import { hole, isKnown } from "../words.ts";

type Text = (words: readonly string[], scene: Scene) => Result;

/** Programs that only look and print, for which what they print matters to whoever comes next. */
export const textPrograms: Readonly<Record<string, Text>> = {
  echo: ([, ...words], scene) => {
    const options = words.findIndex((word) => !/^-[neE]+$/.test(word));
    const text = (options < 0 ? [] : words.slice(options)).join(" ");
    const escaped = words.some((word) => /^-\w*e/.test(word));
    return printing("echo", words, scene, `${escaped ? unescaped(text) : text}\n`);
  },
  printf: ([, ...words], scene) => {
    const [format = "", ...values] = words[0] === "--" ? words.slice(1) : words;
    return printing("printf", words, scene, formatted(format, values));
  },
  cat: (words, scene) => {
    const names = words.slice(1).filter((word) => !/^-[A-Za-z]/.test(word));
    return { ...looking("cat", words, scene), output: joined(sourcesOf(names, scene)) };
  },
  tee: (words, scene) => {
    const names = words.slice(1).filter((word) => !word.startsWith("-"));
    const append = words.some((word) => word === "--append" || /^-\w*a/.test(word));
    return writing("tee", words, names, append ? undefined : scene.at.input, scene);
  },
  base64: (words, scene) => {
    const decodes = words.some((word) => word === "--decode" || /^-\w*[dD]/.test(word));
    const names = words.slice(1).filter((word) => !word.startsWith("-"));
    const output = () => {
      const flow = joined(sourcesOf(names, scene))();
      const text = flow === undefined || flow.altered ? hole : textOf(flow);
      if (!isKnown(text)) return undefined;
      return flowOf("<stdin>", decodes ? Buffer.from(text, "base64").toString() : Buffer.from(text).toString("base64"));
    };
    return { ...looking("base64", words, scene), output };
  },
  sed: (words, scene) => {
    const inPlace = words.some((word) => word.startsWith("--in-place") || /^-[nErsz]*i/.test(word));
    const options = words.slice(1).filter((word) => !/^-/.test(word));
    const names = words.some((word) => /^-[nErsz]*[ef]$/.test(word)) ? options : options.slice(1);
    if (options.slice(0, options.length - names.length || undefined).some(sedReachesOut))
      return unsure("sed", words, scene);
    if (inPlace) return writing("sed", words, names, undefined, scene);
    return altering("sed", words, names, scene);
  },
  yq: (words, scene) => {
    const inPlace = words.some((word) => word === "--inplace" || /^-\w*i/.test(word));
    const names = words.slice(2).filter((word) => !word.startsWith("-"));
    return inPlace ? writing("yq", words, names, undefined, scene) : altering("yq", words, names.slice(-1), scene);
  },
  envsubst: (words, scene) => altering("envsubst", words, [], scene),
  jq: (words, scene) =>
    altering(
      "jq",
      words,
      words.slice(2).filter((word) => /\.json$/.test(word)),
      scene,
    ),
  head: (words, scene) =>
    altering(
      "head",
      words,
      words.slice(1).filter((word) => /\.\w+$/.test(word)),
      scene,
    ),
  tail: (words, scene) =>
    altering(
      "tail",
      words,
      words.slice(1).filter((word) => /\.\w+$/.test(word)),
      scene,
    ),
  pwd: (words, scene) => printing("pwd", words, scene, `${scene.at.session.directory}\n`),
  seq: (words, scene) => printing("seq", words, scene, sequence(words.slice(1))),
  basename: (words, scene) => {
    const [path = "", ending = ""] = words.slice(1);
    const name = path.replace(/\/+$/, "").split("/").at(-1) ?? "";
    return printing(
      "basename",
      words,
      scene,
      `${name.endsWith(ending) ? name.slice(0, name.length - ending.length) : name}\n`,
    );
  },
  dirname: (words, scene) =>
    printing("dirname", words, scene, `${/^(.*)\/[^/]+\/?$/.exec(words[1] ?? "")?.[1] || "."}\n`),
  realpath: (words, scene) => printing("realpath", words, scene, `${scene.path(words.at(-1) ?? ".")}\n`),
  // A name of its own for each, so that what is written to one is not read from another.
  mktemp: (words, scene) => printing("mktemp", words, scene, `/tmp/mktemp-${scene.world.budget}\n`),
  grep: (words, scene) => altering("grep", words, [], scene),
  uniq: (words, scene) => {
    const names = words.slice(1).filter((word) => !word.startsWith("-"));
    // The second one is written to.
    return names.length > 1
      ? writing("uniq", words, names.slice(1), undefined, scene)
      : altering("uniq", words, [], scene);
  },
  awk: (words, scene) => {
    // A comparison is no redirection: only what print is followed by counts.
    const runs = words.some((word) => /\bsystem\s*\(|\bgetline\b|\bprintf?\b[^;}\n]*(>|\|(?!\|))/.test(word));
    return runs ? unsure("awk", words, scene) : altering("awk", words, [], scene);
  },
};

/** Of sed, `e` runs commands and `w` writes files: as a command of its own or behind a substitution. */
function sedReachesOut(expression: string): boolean {
  return expression.split(/[;\n{}]/).some((part) => {
    const command = part.trim().replace(/^(\/(\\.|[^/])*\/|\d+|\$)?(,(\/(\\.|[^/])*\/|[+~]?\d+|\$))?\s*!?\s*/, "");
    const [, , , options = ""] = /^s(.)((?:\\.|(?!\1).)*\1){2}(.*)$/.exec(command) ?? [];
    return /^[ewW]( |$)/.test(command) || /[ewW]/.test(options) || !isKnown(command);
  });
}

function looking(tool: string, words: readonly string[], scene: Scene): Result {
  scene.add({
    tool,
    operation: "",
    class: "read",
    words: words[0] === tool ? words : [tool, ...words],
    flags: new Map(),
  });
  return { class: "read" };
}

function unsure(tool: string, words: readonly string[], scene: Scene): Result {
  scene.unknown(`what ${tool} runs or writes by itself is known only when it does`);
  scene.add({ tool, operation: "", class: "unknown", words, flags: new Map() });
  return { class: "unknown" };
}

function printing(tool: string, words: readonly string[], scene: Scene, text: string): Result {
  return { ...looking(tool, words, scene), output: () => flowOf("<stdin>", text) };
}

const sourcesOf = (names: readonly string[], scene: Scene): (Source | undefined)[] =>
  (names.length === 0 ? ["-"] : names).map((name) => (name === "-" ? scene.at.input : scene.source(name)));

/** What comes out is roughly what came in. */
function altering(tool: string, words: readonly string[], names: readonly string[], scene: Scene): Result {
  const output = () => {
    const flow = joined(sourcesOf(names, scene))();
    return flow && { ...flow, altered: tool };
  };
  return { ...looking(tool, words, scene), output };
}

function writing(
  tool: string,
  words: readonly string[],
  names: readonly string[],
  content: Source | undefined,
  scene: Scene,
): Result {
  const paths = names.map((name) => scene.path(name));
  for (const path of paths) scene.at.session.files.set(path, content);
  const kinds = paths.map(classOfWrite);
  const kind = kinds.find((own) => own === "destroy") ?? kinds.find((own) => own === "mutate") ?? "read";
  const targets = paths.map((path) => fileTarget(path, "write"));
  scene.add({ tool, operation: "write", class: kind, words, flags: new Map(), targets });
  return { class: kind, output: scene.at.input };
}

function sequence(words: readonly string[]): string {
  const numbers = words.filter((word) => !word.startsWith("-")).map(Number);
  const [first = 1, step = 1, last = 1] =
    numbers.length === 1 ? [1, 1, numbers[0]] : numbers.length === 2 ? [numbers[0], 1, numbers[1]] : numbers;
  const count = Math.floor((last - first) / step) + 1;
  if (numbers.length === 0 || !numbers.every(Number.isInteger) || !(count > 0 && count <= 1_000)) return hole;
  return Array.from({ length: count }, (_, at) => `${first + at * step}\n`).join("");
}

const escapes: Readonly<Record<string, string>> = {
  n: "\n",
  t: "\t",
  r: "\r",
  a: "\x07",
  b: "\b",
  "\\": "\\",
  "0": "\0",
};

function unescaped(text: string): string {
  return text
    .replaceAll(/\\x([0-9a-f]{1,2})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    .replaceAll(/\\0?([0-7]{3})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 8)))
    .replaceAll(/\\([ntrab\\0])/g, (_, letter: string) => escapes[letter] ?? "");
}

/** Plain placeholders only; anything else is a hole. The format is used again while values are left. */
function formatted(format: string, values: readonly string[]): string {
  const fill = (given: readonly string[]) => {
    let at = 0;
    const text = unescaped(format).replaceAll(/%(%|[^a-zA-Z%]*[a-zA-Z])/g, (_, kind: string) => {
      if (kind === "%") return "%";
      const value = given[at++] ?? "";
      return kind === "s" || kind === "d" ? value : kind === "b" ? unescaped(value) : hole;
    });
    return { text, used: at };
  };
  let out = "";
  for (let at = 0, rounds = 0; rounds === 0 || (at < values.length && rounds < 500); rounds += 1) {
    const { text, used } = fill(values.slice(at));
    out += text;
    if (used === 0) break;
    at += used;
  }
  return out;
}
