import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { commands } from "../../src/cli/commands.ts";
import type { Command, Group } from "../../src/cli/shell/command.ts";
import { parse } from "../../src/cli/shell/parse.ts";
import { airworthy } from "./harness.ts";

async function all(group: Group, path: readonly string[] = []): Promise<[string, Command][]> {
  const nested = Object.entries(group.commands).map(async ([word, entry]): Promise<[string, Command][]> => {
    const here = [...path, word];
    return typeof entry === "function" ? [[here.join(" "), (await entry()).default]] : await all(entry, here);
  });
  return (await Promise.all(nested)).flat();
}
const known = await all(commands);

/** Whether it is what its group does where no command is named. */
function isOwn(name: string): boolean {
  const [first = "", word] = name.split(" ");
  const group = commands.commands[first];
  return typeof group === "object" && group.otherwise === word;
}

test("The path of every command's file is its command line.", () => {
  const files = globSync("src/cli/**/*.ts", { exclude: ["src/cli/{shell,support}/**", "**/*.test.ts"] })
    .map((file) => file.replace(/^src\/cli\/|\.ts$/g, "").replaceAll("/", " "))
    .filter((name) => name !== "main" && name !== "commands");
  assert.deepEqual(files.sort(), known.map(([name]) => name).sort());
});

test("These are the commands; scripts rely on their names.", () => {
  assert.deepEqual(known.map(([name]) => name).sort(), [
    "agents check",
    "agents endpoint",
    "agents list",
    "bench compare",
    "bench controls",
    "bench export",
    "bench lint",
    "bench list",
    "bench new",
    "bench regrade",
    "bench report",
    "bench resume",
    "bench run",
    "bench show",
    "cluster down",
    "cluster exec",
    "cluster images",
    "cluster kubeconfig",
    "cluster list",
    "cluster proxy",
    "cluster prune",
    "cluster shell",
    "cluster spare",
    "cluster up",
    "decline",
    "doctor",
    "exec",
    "hook install",
    "hook post",
    "hook pre",
    "hook shim",
    "hook status",
    "hook uninstall",
    "log checkpoint",
    "log export",
    "log import",
    "log init",
    "log keys",
    "log prove",
    "log recover",
    "log show",
    "log tail",
    "log verify",
    "mcp proxy",
    "mcp serve",
    "prescribe",
    "recorder",
    "report",
    "risk",
    "skill install",
    "skill show",
    "skill uninstall",
    "snapshot ask",
    "snapshot baselines",
    "snapshot capture",
    "snapshot explain",
    "snapshot generate",
    "snapshot list",
    "snapshot prune",
    "snapshot score",
    "snapshot show",
    "snapshot tools",
    "start",
    "toolchain get",
    "toolchain list",
    "toolchain prune",
    "verify",
  ]);
});

for (const [name, command] of known) {
  test(`airworthy ${name} --help says what it does, takes, and gives examples that parse.`, async () => {
    const { exitCode, stdout, stderr } = await airworthy([...name.split(" "), "--help"]);
    assert.equal(exitCode, 0);
    assert.equal(stderr, "");
    assert.ok(stdout.startsWith(command.summary));
    assert.ok(stdout.includes(`usage: airworthy ${name}`));
    for (const option of ["--json", "--help", ...Object.keys(command.options).map((key) => `--${key}`)]) {
      assert.ok(stdout.includes(option), option);
    }
    assert.ok(command.examples.length > 0);
    for (const example of command.examples) {
      assert.ok(stdout.includes(`  airworthy ${example}\n`));
      const words = (example.replace(/ [<>] \S+$/, "").match(/'[^']*'|\S+/g) ?? []).map((word) =>
        word.replace(/^'|'$/g, ""),
      );
      // A group's own command goes without its word as well.
      const spoken = [name, ...(isOwn(name) ? [name.replace(/ \S+$/, "")] : [])];
      const said = spoken.find((each) => `${words.join(" ")} `.startsWith(`${each} `));
      assert.ok(said !== undefined, example);
      assert.doesNotThrow(() => parse(name, command, words.slice(said.split(" ").length)), example);
    }
  });
}

test("Every command line in the documents parses.", () => {
  const lines = ["README.md", "CONTRIBUTING.md", "ARCHITECTURE.md"].flatMap((file) => {
    const text = readFileSync(file, "utf8");
    return [...text.matchAll(/(?:^|\$ |`)(?:npx )?airworthy ([a-z][^`\n]*)/gm)].map(([, line = ""]) => ({
      file,
      line,
    }));
  });
  assert.ok(lines.length > 10);
  for (const { file, line } of lines) {
    const words = line.replace(/ +#.*$/, "").split(" ");
    const [name, command] = known.find(([each]) => `${line} `.startsWith(`${each} `)) ?? [];
    assert.ok(name !== undefined && command !== undefined, `${file}: ${line}`);
    // A bare mention of a command names no arguments.
    const given = words.slice(name.split(" ").length);
    if (given.length > 0) assert.doesNotThrow(() => parse(name, command, given), `${file}: ${line}`);
  }
});

test("Help is there at every level, also for no arguments at all.", async () => {
  for (const args of [[], ["--help"], ["-h"], ["help"], ["cluster"], ["cluster", "--help"]]) {
    const { exitCode, stdout } = await airworthy(args);
    assert.equal(exitCode, 0, args.join(" "));
    assert.match(stdout, /^commands:\n {2}\S/m);
  }
});

test("The version is the package's.", async () => {
  const { stdout } = await airworthy(["--version"]);
  assert.match(stdout, /^\d+\.\d+\.\d+\n$/);
});
