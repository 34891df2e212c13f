import assert from "node:assert/strict";
import { test } from "node:test";
import { readFlags } from "./flags.ts";
import { hole } from "./words.ts";

const rules = {
  values: new Set(["namespace", "output", "set"]),
  switches: new Set(["force", "stdin", "tty"]),
  short: { n: "namespace", o: "output", i: "stdin", t: "tty" },
};

test("Options are found in every way of writing them, before and after words.", () => {
  for (const words of [
    ["-n", "x", "get"],
    ["-nx", "get"],
    ["-n=x", "get"],
    ["--namespace", "x", "get"],
    ["get", "--namespace=x"],
  ]) {
    const flags = readFlags(words, rules);
    assert.deepEqual([flags.value("namespace"), flags.words], ["x", ["get"]]);
  }
  const cluster = readFlags(["-itn", "x", "pod"], rules);
  assert.deepEqual(
    [cluster.on("stdin"), cluster.on("tty"), cluster.value("namespace"), cluster.words],
    [true, true, "x", ["pod"]],
  );
});

test("What follows two dashes is kept apart.", () => {
  const flags = readFlags(["exec", "pod", "--", "ls", "--force"], rules);
  assert.deepEqual([flags.words, flags.rest, flags.on("force")], [["exec", "pod"], ["ls", "--force"], false]);
});

test("Of several values the last counts, and a list has them all.", () => {
  const flags = readFlags(["--set", "a=1,b=2", "--set=c=3"], rules);
  assert.deepEqual(
    [flags.value("set"), flags.list("set"), flags.record().get("set")],
    ["c=3", ["a=1", "b=2", "c=3"], "a=1,b=2,c=3"],
  );
});

test("An option is off only if that is certain.", () => {
  const on = (word: string) => readFlags([word], rules).on("force");
  assert.deepEqual(
    [on("--force"), on("--force=true"), on("--force=false"), on(`--force=${hole}`), on("--other")],
    [true, true, false, true, false],
  );
});

test("Options that nobody knows are told.", () => {
  assert.deepEqual(readFlags(["--frob=x", "-z", "--force"], rules).strange, ["--frob=x", "-z"]);
});

test("One dash is enough where the program says so, and options end at the first word where it says that.", () => {
  const terraform = readFlags(["-chdir=x", "apply", "-auto-approve"], { values: new Set(["chdir"]), oneDash: true });
  assert.deepEqual([terraform.value("chdir"), terraform.words, terraform.on("auto-approve")], ["x", ["apply"], true]);
  const sudo = readFlags(["-u", "jo", "ls", "-l"], { values: new Set(["u"]), untilWord: true });
  assert.deepEqual([sudo.value("u"), sudo.words], ["jo", ["ls", "-l"]]);
});
