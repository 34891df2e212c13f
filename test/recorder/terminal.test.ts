import assert from "node:assert/strict";
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { after, test } from "node:test";
import { until } from "../../src/process/index.ts";
import { heard, main, type Place, place, start } from "./place.ts";

const skip = spawnSync("script", ["--version"]).error ? "script(1) is not here, which makes terminals" : false;

/** Words for a shell. */
const quote = (words: readonly string[]) => words.map((word) => `'${word.replaceAll("'", "'\\''")}'`).join(" ");
const airworthy = (...args: string[]) => quote([process.execPath, main, ...args]);

/**
 * A shell with a terminal of its own, where what is written to its input is typed. Usually a terminal that passes on a
 * Ctrl-C then throws away what waits to be shown: also what was said about it in that moment, which tests wait for.
 */
function typeInto({ env, directory }: Place, line: string): ChildProcess {
  const child = spawn("script", ["-qefc", `bash -c ${quote([`stty noflsh; ${line}`])}`, "/dev/null"], {
    cwd: directory,
    env: { ...env, TERM: "dumb", SHELL: "/bin/bash" },
    stdio: ["pipe", "pipe", "inherit"],
  });
  after(() => child.kill("SIGKILL"));
  return child;
}

async function said(child: ChildProcess): Promise<{ text: string; code: number }> {
  let text = "";
  child.stdout?.on("data", (chunk: Buffer) => {
    text += chunk.toString();
  });
  const [code] = (await once(child, "close")) as [number];
  return { text: text.replaceAll("\r", ""), code };
}

/** Counts the interrupts that reach it, and ends by itself after a line of input. */
const counting =
  "n=0; trap 'n=$((n+1)); echo got $n' INT TERM; echo ready; while :; do read -r line && break; done; echo total $n";

test("Ctrl-C is the command's: it gets it once, and we stay until it ends.", { skip }, async () => {
  const here = place();
  const child = typeInto(here, `${airworthy("exec", "-q", "bash", "-c", counting)}; echo code $?`);
  const end = said(child);
  await heard(child, /ready/);
  for (let count = 1; count <= 3; count += 1) {
    child.stdin?.write("\x03");
    await heard(child, new RegExp(`got ${count}`));
  }
  child.stdin?.write("\n");
  assert.match((await end).text, /total 3\ncode 0\n/);
  const [report] = await here.entries("report");
  assert.equal(report?.entry.data.verdict, "success");
});

test("A command that Ctrl-C ends is reported as killed, and the shell sees it end by SIGINT.", { skip }, async () => {
  const here = place();
  const child = typeInto(here, `${airworthy("exec", "-q", "sh", "-c", "echo ready; exec sleep 600")}; echo code $?`);
  const end = said(child);
  await heard(child, /ready/);
  child.stdin?.write("\x03");
  // The shell stops at a command that SIGINT ended, as it does without us: "code" is never said.
  const { text, code } = await end;
  assert.doesNotMatch(text, /code/);
  assert.equal(code, 130);
  const [report] = await here.entries("report");
  assert.equal(report?.entry.data.signal, "SIGINT");
  assert.equal(report?.entry.data.error?.kind, "killed");
});

test("Ctrl-Z stops the command and us, and the shell's fg continues both.", { skip }, async () => {
  const here = place();
  const run = airworthy("exec", "-q", "sh", "-c", "echo ready; read line; echo read $line");
  const child = typeInto(here, `set -m; ${run}; echo stopped $?; jobs; fg; echo code $?`);
  const end = said(child);
  await heard(child, /ready/);
  child.stdin?.write("\x1a");
  await heard(child, /stopped 148[\s\S]*Stopped/);
  child.stdin?.write("hello\n");
  assert.match((await end).text, /read hello\ncode 0\n/);
});

test("What the command does to the terminal stays, and its size changes reach it.", { skip }, async () => {
  const here = place();
  const child = typeInto(
    here,
    `stty echo; ${airworthy("exec", "-q", "stty", "-echo", "cols", "77")}; stty -a; stty echo`,
  );
  const { text } = await said(child);
  assert.match(text, /columns 77;/);
  assert.match(text, / -echo /);
  assert.match(
    await said(typeInto(here, airworthy("exec", "-q", "test", "-t", "0", "-a", "-t", "1"))).then(
      ({ code }) => `${code}`,
    ),
    /^0$/,
  );
});

test("A question is asked at the terminal, not of the command's input; yes runs it with a name, anything else does not.", {
  skip,
}, async () => {
  for (const [answer, expected] of [
    ["y\n", /ran given[\s\S]*code 0/],
    ["n\n", /code 5/],
    ["\n", /code 5/],
    ["\x03", /code 5/],
  ] as const) {
    const here = place();
    const run = airworthy("exec", "--confirm", "low", "sh", "-c", "echo ran $(cat)");
    const child = typeInto(here, `trap : INT; echo given | ${run}; echo code $?`);
    const end = said(child);
    await heard(child, /\[y\/N\]/);
    child.stdin?.write(answer);
    const { text } = await end;
    assert.match(text, expected);
    assert.equal(/ran given/.test(text), answer === "y\n");
    const [prescription] = await here.entries("prescription");
    const [report] = await here.entries("report");
    const approval = prescription?.entry.data.approval;
    assert.equal(approval?.intentDigest, answer === "y\n" ? prescription?.entry.data.intentDigest : undefined);
    assert.equal(report?.entry.data.verdict, answer === "y\n" ? "success" : "declined");
  }
});

test("A signal to us alone is passed on, one to the whole group is not passed on a second time.", {
  skip: process.platform !== "linux",
}, async () => {
  const here = place();
  const child = start(here, ["exec", "-q", "bash", "-c", counting], {
    stdio: ["pipe", "pipe", "inherit"],
    detached: true,
  });
  const end = said(child);
  await heard(child, /ready/);
  const pid = child.pid ?? 0;
  // The command, and beside it the one that tells whom a signal was for.
  const children = () => readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").trim().split(" ");
  assert.ok(await until(async () => children().length === 2, { deadlineMs: 60_000 }));
  let count = 0;
  for (const signal of ["SIGTERM", "SIGINT", "SIGTERM"] as const) {
    process.kill(pid, signal);
    await heard(child, new RegExp(`got ${++count}`));
    process.kill(-pid, signal);
    await heard(child, new RegExp(`got ${++count}`));
  }
  child.stdin?.write("\n");
  const { text, code } = await end;
  assert.match(text, /total 6\n/);
  assert.equal(code, 0);
});

test("Somebody who hangs up ends the command as without us, and that is still reported.", {
  skip: process.platform !== "linux",
}, async () => {
  const here = place();
  const child = start(here, ["exec", "-q", "sh", "-c", "echo ready; exec sleep 600"], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  await heard(child, /ready/);
  child.kill("SIGHUP");
  const [, signal] = await once(child, "exit");
  assert.equal(signal, "SIGHUP");
  const [report] = await here.entries("report");
  assert.equal(report?.entry.data.signal, "SIGHUP");
});
