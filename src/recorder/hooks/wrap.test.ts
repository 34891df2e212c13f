import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { exitIn, markerIn, wrapped } from "./wrap.ts";

let folder: string;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), "airworthy-wrap-"));
});
after(() => rm(folder, { recursive: true, force: true }));

const shells = ["sh", "dash", "bash", "zsh", "ksh"].filter((shell) => {
  try {
    execFileSync(shell, ["-c", "true"], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
});

const lines: readonly (readonly [line: string, code: number, output: string])[] = [
  ["true", 0, ""],
  ["false", 1, ""],
  ["exit 3", 3, ""],
  ["(exit 4); echo after", 0, "after\n"],
  ["set -e; false; echo never", 1, ""],
  ["echo one # a comment", 0, "one\n"],
  ["cat <<'END'\nit's $HOME\nEND", 0, "it's $HOME\n"],
  ["echo a \\\n  b", 0, "a b\n"],
  ["f() { return 5; }; f", 5, ""],
  ["sh -c 'kill -TERM $$'", 143, ""],
  ["no-such-program-here 2>/dev/null", 127, ""],
  ["echo 'quotes \"inside\"'; exit 200", 200, 'quotes "inside"\n'],
];

for (const shell of shells) {
  for (const wrap of ["same-shell", "inner-shell"] as const) {
    test(`A line in ${shell} does the same when it is wrapped (${wrap}), and leaves its exit code behind.`, async () => {
      for (const [index, [line, code, output]] of lines.entries()) {
        const marker = join(folder, `${shell}-${wrap}-${index}`);
        const { status, stdout } = spawnSync(shell, ["-c", wrapped(line, marker, wrap)], { encoding: "utf8" });
        assert.deepEqual([status, stdout], [code, output], line);
        assert.equal((await exitIn(marker))?.code, code, line);
      }
    });
  }
}

test("In the same shell the directory is still changed for what comes after.", async () => {
  const marker = join(folder, "directory");
  const outer = `eval "$LINE" && pwd`;
  const { stdout } = spawnSync("sh", ["-c", outer], {
    encoding: "utf8",
    env: { ...process.env, LINE: wrapped("cd /", marker, "same-shell") },
  });
  assert.equal(stdout, "/\n");
});

test("An agent's own trap in the outer shell still works around an inner one.", async () => {
  const marker = join(folder, "trap");
  const line = `trap 'echo outer' EXIT\n${wrapped("exit 7", marker, "inner-shell")}`;
  const { stdout, status } = spawnSync("sh", ["-c", line], { encoding: "utf8" });
  assert.deepEqual([stdout, status], ["outer\n", 7]);
  assert.equal(await readFile(marker, "utf8"), "7\n");
});

test("Where the marker cannot be written, the command runs all the same and says nothing of it.", () => {
  const { status, stderr } = spawnSync("sh", ["-c", wrapped("exit 2", "/proc/nowhere", "same-shell")], {
    encoding: "utf8",
  });
  assert.deepEqual([status, stderr], [2, ""]);
});

test("The marker is found in a line that was wrapped, and in no other.", () => {
  for (const wrap of ["same-shell", "inner-shell"] as const)
    assert.equal(markerIn(wrapped("ls", "/tmp/m", wrap)), "/tmp/m");
  assert.equal(markerIn("ls"), undefined);
  assert.equal(markerIn("trap 'echo $?' EXIT\nls"), undefined);
});

test("What is no exit code is not taken for one.", async () => {
  assert.equal(await exitIn(join(folder, "nothing")), undefined);
});
