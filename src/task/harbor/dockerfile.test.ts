import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { parse } from "yaml";
import { build } from "./build.ts";
import { readDockerfile, wordsIn } from "./dockerfile.ts";
import { counterparts } from "./run-instruction.ts";

const context = new Map(
  ["a.txt", "b.txt", "dir/c.txt", "dir/deep/d.sh"].map((path) => [
    path,
    Buffer.from(path.endsWith(".sh") ? "#!/bin/sh\n" : path),
  ]),
);
const made = (...lines: string[]) => build(lines.join("\n"), "Dockerfile", context);
const paths = (...lines: string[]) =>
  made(...lines)
    .files.map(({ path }) => path)
    .sort();

test("Instructions are joined over lines, without comments, with their documents.", () => {
  const text = "# first\nrun a \\\n  # within\n  b\nCOPY <<END /x\none\nEND\nENV A=1\n";
  assert.deepEqual(
    readDockerfile(text).map(({ word, rest, line, documents }) => [word, rest.replace(/\s+/g, " "), line, documents]),
    [
      ["RUN", "a b", 2, []],
      ["COPY", "<<END /x", 5, ["one\n"]],
      ["ENV", "A=1", 8, []],
    ],
  );
});

test("Words are split as a shell does.", () => {
  assert.deepEqual(wordsIn(`a "b c"'d' e\\ f`), ["a", "b cd", "e f"]);
  assert.deepEqual(wordsIn('["a", "b c"]'), ["a", "b c"]);
});

test("COPY puts files where Docker would.", () => {
  assert.deepEqual(paths("COPY a.txt /x"), ["/x"]);
  assert.deepEqual(paths("COPY a.txt /x/"), ["/x/a.txt"]);
  assert.deepEqual(paths("COPY a.txt b.txt /x"), ["/x/a.txt", "/x/b.txt"]);
  assert.deepEqual(paths("COPY dir /x"), ["/x/c.txt", "/x/deep/d.sh"]);
  assert.deepEqual(paths("WORKDIR /w", "COPY ./dir/ ."), ["/w/c.txt", "/w/deep/d.sh"]);
  assert.deepEqual(paths("COPY *.txt /x/"), ["/x/a.txt", "/x/b.txt"]);
  assert.deepEqual(paths("ARG to=/y", `COPY --chown=1:1 a.txt $\{to}/z`), ["/y/z"]);
  assert.deepEqual(paths("COPY . /all").length, context.size);
});

test("Modes come from --chmod, from chmod, and from a file's first line.", () => {
  const mode = (...lines: string[]) => made(...lines).files[0]?.mode.toString(8);
  assert.equal(mode("COPY a.txt /x"), "644");
  assert.equal(mode("COPY --chmod=700 a.txt /x"), "700");
  assert.equal(mode("COPY a.txt /x", "RUN chmod +x /x"), "755");
  assert.equal(mode("COPY dir/deep/d.sh /x"), "755");
});

test("The environment, the user and the command are kept.", () => {
  const { env, user, command, directory } = made(
    'ENV A=1 B="two words"',
    "ENV C three",
    "ENV D=$A-x",
    "USER 1000",
    "WORKDIR a",
    "WORKDIR b",
    'CMD ["run", "it"]',
  );
  assert.deepEqual(env, { A: "1", B: "two words", C: "three", D: "1-x" });
  assert.deepEqual([user, command, directory], ["agent", ["run", "it"], "/a/b"]);
});

test("Every package that counts as present is in the toolbox, by Debian's name or another.", () => {
  const { packages } = parse(readFileSync("images/toolbox/recipe.yaml", "utf8"));
  const otherNames = ["dnsutils", "bind-tools", "iputils", "kubectl"];
  assert.deepEqual(
    [...counterparts].filter((name) => !packages.includes(name) && !otherNames.includes(name)),
    [],
  );
});
