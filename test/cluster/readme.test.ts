import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { run } from "../../src/process/index.ts";

/** A command shown in the README, with the output that is shown below it. */
interface Shown {
  readonly command: string;
  readonly output: string;
}

/** The blocks that are marked to be run: `$ ` begins a command, the rest is what it prints. */
function shownIn(text: string): Shown[] {
  const blocks = [...text.matchAll(/<!-- run -->\s*```console\n([\s\S]*?)```/g)].map(([, block = ""]) => block);
  return blocks.flatMap((block) =>
    block
      .split(/^\$ /m)
      .slice(1)
      .map((part) => {
        const [command = "", ...output] = part.split("\n");
        return { command, output: output.join("\n").trim() };
      }),
  );
}

/** `…` stands for anything; blanks for any number of blanks. */
function patternOf(output: string): RegExp {
  const escaped = output.replace(/[.*+?^${}()|[\]\\]/g, "\\$&").replace(/\s+/g, "\\s+");
  return new RegExp(`^${escaped.replace(/(\\s\+)?…(\\s\+)?/g, "[\\s\\S]*")}$`);
}

const shown = shownIn(readFileSync("README.md", "utf8"));
const folder = mkdtempSync(join(tmpdir(), "airworthy-readme-"));
/** What a reader records goes to their own log; what this test records does not. */
const env = { ...process.env, AIRWORTHY_LOG: join(folder, "log"), AIRWORTHY_KEYS: join(folder, "keys") };
after(async () => {
  await run("npx", ["airworthy", "cluster", "down", "shop"]);
  rmSync(folder, { recursive: true, force: true });
});

test("The README has commands to run.", () => {
  assert.ok(shown.length >= 5, `${shown.length} commands`);
});

for (const { command, output } of shown) {
  test(`The README tells the truth about: ${command}`, async () => {
    const exit = await run("sh", ["-c", command], { env, allowFailure: true });
    assert.equal(exit.code, 0, exit.stderr);
    assert.match(exit.stdout.trim(), patternOf(output));
  });
}
