import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { test } from "node:test";
import { isDryRun, readKubectlFlags } from "./flags.ts";

const verbs = [
  "get",
  "delete",
  "apply",
  "logs",
  "exec",
  "run",
  "drain",
  "debug",
  "set image",
  "config view",
  "top pod",
  "create deployment",
];

test("Every option of the kubectl that is here is known, and takes a value where it does there.", (context) => {
  const help = (verb: string) =>
    execFileSync("kubectl", [...verb.split(" "), "--help"], { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] });
  try {
    help("get");
  } catch {
    return context.skip("kubectl is not here");
  }
  for (const verb of verbs) {
    const options = [...help(verb).matchAll(/^\s+(?:-(\w), )?--([\w-]+)=(.*):$/gm)];
    assert.ok(options.length > 3, `${verb} has options`);
    for (const [, letter, name = "", usual] of options) {
      const bare = usual === "true" || usual === "false" || ["dry-run", "cascade", "validate"].includes(name);
      for (const word of [`--${name}`, ...(letter === undefined ? [] : [`-${letter}`])]) {
        const flags = readKubectlFlags([...verb.split(" "), word, "next"]);
        assert.deepEqual(flags.strange, [], `kubectl ${verb} ${word}`);
        assert.equal(
          flags.words.includes("next"),
          bare,
          `kubectl ${verb} ${word} ${bare ? "takes no" : "takes a"} value`,
        );
      }
    }
  }
});

test("Only what certainly changes nothing is a dry run.", () => {
  const dry = (...words: string[]) => isDryRun(readKubectlFlags(["delete", ...words]));
  assert.deepEqual([dry("--dry-run=client"), dry("--dry-run=server"), dry("--dry-run")], [true, true, true]);
  assert.deepEqual(
    [
      dry(),
      dry("--dry-run=none"),
      dry("--dry-run=false"),
      dry("--dry-run=server", "--dry-run=none"),
      dry("--dry-run=x"),
    ],
    [false, false, false, false, false],
  );
});
