import assert from "node:assert/strict";
import { chmod, lstat, mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { after, before, test } from "node:test";
import fc from "fast-check";
import type { AgentName } from "../agents/agent.ts";
import type { HookProblem } from "../problem.ts";
import { installedHooks, installHooks, type Place, pathOf, uninstallHooks } from "./install.ts";

let home: string;
before(async () => {
  home = await mkdtemp(join(tmpdir(), "airworthy-install-"));
});
after(() => rm(home, { recursive: true, force: true }));

const wishes = { onFailure: "block", record: "commands", keepCommands: false } as const;
const placeOf = (agent: AgentName, scope: "user" | "project" = "user"): Place => ({
  agent,
  scope,
  directory: join(home, "project"),
  environment: { HOME: home },
});

async function start(agent: AgentName, text?: string): Promise<string> {
  const path = pathOf(placeOf(agent));
  await rm(dirname(path), { recursive: true, force: true });
  await mkdir(dirname(path), { recursive: true });
  if (text !== undefined) await writeFile(path, text);
  return path;
}

const theirs = '{"type": "command", "command": "./lint.sh"}';

for (const [what, text] of Object.entries({
  "no file": undefined,
  "an empty file": "",
  "an empty object": "{}",
  "one with a line's end": "{}\n",
  "settings without hooks": '{\n  "model": "opus"\n}\n',
  "tabs, comments and others' hooks": `{\n\t"a": 1, // why\n\t"hooks": {\n\t\t"PreToolUse": [\n\t\t\t{ "matcher": "Bash", "hooks": [${theirs}] } // keep\n\t\t]\n\t},\n\t"z": [1,2]\n}`,
  "Windows lines and empty hooks": '{\r\n    "a": true,\r\n    "hooks": {}\r\n}\r\n',
  "all on one line": `{"a":1,"hooks":{"Stop":[{"hooks":[${theirs}]}]}}`,
  "a byte order mark": '\uFEFF{\n  "b": 2\n}\n',
  "an empty list": '{\n  "hooks": {\n    "PreToolUse": []\n  }\n}\n',
})) {
  test(`Hooks come into ${what} and go again without a trace.`, async () => {
    const path = await start("claude", text);
    assert.equal((await installHooks(placeOf("claude"), wishes)).changed, true);
    const there = await readFile(path, "utf8");
    assert.deepEqual(Object.keys(await installedHooks(placeOf("claude"))).sort(), [
      ...["PostToolUse", "PostToolUseFailure", "PreToolUse", "SessionEnd", "SessionStart", "Stop"],
    ]);
    assert.equal((await installHooks(placeOf("claude"), wishes)).changed, false, "a second time changes nothing");
    assert.equal(await readFile(path, "utf8"), there);
    if (text?.includes("lint.sh")) assert.ok(there.includes(theirs), "what others wrote is there, letter by letter");
    assert.equal((await uninstallHooks(placeOf("claude"))).changed, true);
    assert.equal(await readFile(path, "utf8").catch(() => undefined), text);
    assert.deepEqual(
      (await readdir(dirname(path))).filter((name) => name !== "settings.json"),
      [],
      "nothing is left beside it",
    );
  });
}

/** Settings as people have them: any members, and hooks of others. */
const settings = fc.record(
  {
    model: fc.string(),
    env: fc.dictionary(fc.string(), fc.string()),
    permissions: fc.jsonValue(),
    hooks: fc.dictionary(
      fc.constantFrom("PreToolUse", "PostToolUse", "Stop", "Notification"),
      fc.array(
        fc.record({
          matcher: fc.string(),
          hooks: fc.array(fc.record({ type: fc.constant("command"), command: fc.string() })),
        }),
        { minLength: 1, maxLength: 3 },
      ),
    ),
  },
  { requiredKeys: [] },
);

test("Whatever else is in the settings is the same with our hooks, and byte for byte the same after them.", async () => {
  await fc.assert(
    fc.asyncProperty(settings, fc.constantFrom(undefined, 1, 2, 4, "\t"), async (value, indent) => {
      const text = JSON.stringify(value, null, indent);
      const path = await start("claude", text);
      await installHooks(placeOf("claude"), { ...wishes, block: "high" });
      await installHooks(placeOf("claude"), wishes); // Other wishes take the place of the former.
      const { hooks: _, ...others } = JSON.parse(await readFile(path, "utf8"));
      const { hooks: __, ...before } = JSON.parse(text);
      assert.deepEqual(others, before);
      const commands = Object.values(await installedHooks(placeOf("claude")));
      assert.equal(
        commands.some((command) => command.includes("--block")),
        false,
      );
      await uninstallHooks(placeOf("claude"));
      assert.equal(await readFile(path, "utf8"), text);
    }),
    { numRuns: 60 },
  );
});

test("What somebody changed meanwhile stays, and the copy of how it was is kept.", async () => {
  const path = await start("claude", '{\n  "model": "opus"\n}\n');
  await installHooks(placeOf("claude"), wishes);
  await writeFile(path, (await readFile(path, "utf8")).replace('"opus"', '"haiku" /* cheaper, faster */'));
  await uninstallHooks(placeOf("claude"));
  assert.equal(await readFile(path, "utf8"), '{\n  "model": "haiku" /* cheaper, faster */\n}\n');
  assert.equal(await readFile(`${path}.before-airworthy`, "utf8"), '{\n  "model": "opus"\n}\n');
});

test("A settings file that cannot be understood is refused with the place, and left alone.", async () => {
  for (const [text, expected] of [
    ['{\n  "a": 1,\n  "b" 2\n}', /settings\.json:3:7: colon expected/],
    ['{"hooks": []}', /settings\.json:1:2: expected an object in "hooks"/],
    ['{\n "hooks": {\n  "Stop": {}}}', /settings\.json:3:3: expected a list in "hooks\.Stop"/],
    ['{"a": 1,}', /settings\.json:1:9: /],
    ["[1]", /settings\.json:1:1: expected an object/],
    ['{"a": 1', /settings\.json:1:8: close brace expected/],
  ] as const) {
    const path = await start("claude", text);
    await assert.rejects(installHooks(placeOf("claude"), wishes), (error: HookProblem) => {
      assert.equal(error.code, "MALFORMED_SETTINGS");
      assert.match(error.message, expected);
      return true;
    });
    assert.equal(await readFile(path, "utf8"), text);
  }
});

test("A link to settings elsewhere stays a link, and the file keeps its rights.", async () => {
  const path = await start("claude");
  const real = join(home, "dotfiles.json");
  await writeFile(real, "{}\n");
  await chmod(real, 0o640);
  await symlink(real, path);
  await installHooks(placeOf("claude"), wishes);
  assert.ok((await lstat(path)).isSymbolicLink());
  assert.equal((await stat(real)).mode & 0o777, 0o640);
  assert.match(await readFile(real, "utf8"), /hook pre claude/);
});

test("Every agent has its events, its place, and its own way of counting time.", async () => {
  for (const [agent, file, events, timeout] of [
    ["codex", ".codex/hooks.json", ["PostToolUse", "PreToolUse", "SessionEnd", "SessionStart", "Stop"], 60],
    [
      "gemini",
      ".gemini/settings.json",
      ["AfterAgent", "AfterTool", "BeforeTool", "SessionEnd", "SessionStart"],
      60_000,
    ],
  ] as const) {
    const path = await start(agent);
    assert.equal(path, join(home, file));
    await installHooks(placeOf(agent), wishes);
    const { hooks } = JSON.parse(await readFile(path, "utf8"));
    assert.deepEqual(Object.keys(hooks).sort(), events);
    const [group] = hooks.PreToolUse ?? hooks.BeforeTool;
    assert.equal(group.hooks[0].timeout, timeout);
    assert.match(
      group.hooks[0].command,
      new RegExp(` hook pre ${agent} \\|\\| exit 2$`),
      "failure blocks, however it fails",
    );
  }
  assert.equal(pathOf(placeOf("claude", "project")), join(home, "project", ".claude", "settings.local.json"));
});

test("opencode gets a program of its own kind, which is not put over somebody else's.", async () => {
  const path = await start("opencode");
  await installHooks(placeOf("opencode"), wishes);
  assert.match(await readFile(path, "utf8"), /"hook","pre","opencode"/);
  assert.equal((await uninstallHooks(placeOf("opencode"))).changed, true);
  await writeFile(path, "export const Other = async () => ({});\n");
  for (const act of [() => installHooks(placeOf("opencode"), wishes), () => uninstallHooks(placeOf("opencode"))]) {
    await assert.rejects(act, { code: "NOT_OURS" });
  }
});
