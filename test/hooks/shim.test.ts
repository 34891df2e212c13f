import assert from "node:assert/strict";
import { chmod, mkdir, readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { run } from "../../src/process/index.ts";
import { type Person, person } from "./stage.ts";

const supported = process.platform !== "win32";

/** A program of that name behind the launchers, which says how it was called and ends as it is told. */
async function withProgram(who: Person, name: string): Promise<NodeJS.ProcessEnv> {
  const bin = join(who.home, "bin");
  await mkdir(bin, { recursive: true });
  const script = `#!/bin/sh\necho "${name} $#: $*"\ncat\n[ -n "$DIE" ] && kill -TERM $$\nexit "\${CODE:-0}"\n`;
  await writeFile(join(bin, name), script);
  await chmod(join(bin, name), 0o755);
  const shims = join(who.home, ".local", "share", "airworthy", "shims");
  return { ...who.environment, PATH: `${shims}:${bin}:${who.environment.PATH}` };
}

const launched = (env: NodeJS.ProcessEnv, args: readonly string[], input = "", program = "kubectl") =>
  run("/usr/bin/env", [program, ...args], { env, input, allowFailure: true });

test("Launchers record what may change something, and streams and exit code are the program's own.", {
  skip: !supported,
}, async () => {
  await using who = await person();
  const env = await withProgram(who, "kubectl");
  const installed = await who.airworthy(["hook", "install", "shim"]);
  assert.equal(installed.stdout, `export PATH="${join(who.home, ".local/share/airworthy/shims")}:$PATH"\n`);
  const read = await launched(env, ["get", "pods", "-A"]);
  assert.deepEqual([read.code, read.stdout], [0, "kubectl 3: get pods -A\n"]);
  const changed = await launched({ ...env, CODE: "7" }, ["delete", "pod", "a b", "--kubeconfig=/dev/null"], "input\n");
  assert.deepEqual([changed.code, changed.stdout], [7, "kubectl 4: delete pod a b --kubeconfig=/dev/null\ninput\n"]);
  const died = await launched({ ...env, DIE: "yes" }, ["delete", "pod", "c"]);
  assert.equal(died.code, 143);

  const [first, second, ...more] = await who.entries("prescription");
  assert.deepEqual(more, [], "what only reads is not recorded");
  assert.deepEqual(first?.data.command, ["kubectl", "delete", "pod", "a b", "--kubeconfig=/dev/null"]);
  assert.deepEqual([first?.capture.channel, first?.capture.through], ["shim", "kubectl"]);
  const reports = await who.entries("report");
  assert.deepEqual(
    reports.map(({ data }) => [data.prescription, data.verdict, data.exitCode, data.signal]),
    [
      [first?.id, "failure", 7, undefined],
      [second?.id, "error", undefined, "SIGTERM"],
    ],
  );
});

test("What is on record already is not recorded again by a launcher.", { skip: !supported }, async () => {
  await using who = await person();
  const env = await withProgram(who, "helm");
  await who.airworthy(["hook", "install", "shim"]);
  const [node, program] = [process.execPath, new URL("../../bin/airworthy.cjs", import.meta.url).pathname];
  const { stdout } = await run(node, [program, "exec", "--", "sh", "-c", "helm uninstall web"], { env });
  assert.equal(stdout, "helm 2: uninstall web\n");
  assert.deepEqual(
    (await who.entries("prescription")).map(({ capture }) => capture.channel),
    ["exec"],
  );
});

test("The agent around a command is who acts, by what it tells its commands.", { skip: !supported }, async () => {
  await using who = await person();
  const env = await withProgram(who, "terraform");
  await who.airworthy(["hook", "install", "shim"]);
  const codex = { CODEX_SESSION_ID: "thread-1", CODEX_VERSION: "0.166.0" };
  await launched({ ...env, ...codex }, ["destroy", "-auto-approve"], "", "terraform");
  const [entry] = await who.entries("prescription");
  assert.deepEqual([entry?.actor.id, entry?.actor.version, entry?.session], ["codex", "0.166.0", "thread-1"]);
});

test("What cannot be recorded is not run by a launcher, unless that is wanted.", { skip: !supported }, async () => {
  await using who = await person();
  const env = await withProgram(who, "kubectl");
  await who.airworthy(["hook", "install", "shim"]);
  const blind = { ...env, AIRWORTHY_RECORDER: join(who.home, "nobody-listens-here") };
  const blocked = await launched(blind, ["delete", "pod", "x"]);
  assert.deepEqual([blocked.code, blocked.stdout], [125, ""]);
  assert.match(blocked.stderr, /nobody-listens-here/);
  await who.airworthy(["hook", "install", "shim", "--on-failure", "pass"]);
  const passed = await launched(blind, ["delete", "pod", "x"]);
  assert.deepEqual([passed.code, passed.stdout], [0, "kubectl 3: delete pod x\n"]);
  assert.match(passed.stderr, /NOT RECORDED/);
});

test("Without a program behind it a launcher says so, like a shell.", { skip: !supported }, async () => {
  await using who = await person();
  await who.airworthy(["hook", "install", "shim"]);
  const shims = join(who.home, ".local", "share", "airworthy", "shims");
  const { code, stderr } = await launched(
    { ...who.environment, PATH: `${shims}:/usr/bin:/bin` },
    ["sync"],
    "",
    "argocd",
  );
  assert.notEqual(code, 0);
  assert.match(stderr, /no program of this name behind the launcher/);
});

test("Uninstalling removes launchers and nothing else, and a foreign program is not overwritten.", {
  skip: !supported,
}, async () => {
  await using who = await person();
  const folder = join(who.home, "launchers");
  await who.write(join(folder, "mine"), "mine");
  assert.equal((await who.airworthy(["hook", "install", "shim", folder])).code, 0);
  assert.equal((await stat(join(folder, "kubectl"))).mode & 0o777, 0o755);
  assert.equal((await who.airworthy(["hook", "uninstall", "shim", folder])).code, 0);
  assert.equal(await readFile(join(folder, "mine"), "utf8"), "mine");
  await assert.rejects(stat(join(folder, "kubectl")));
  await who.write(join(folder, "helm"), "#!/bin/sh\necho theirs\n");
  const refused = await who.airworthy(["hook", "install", "shim", folder]);
  assert.match(refused.stderr, /helm: expected a launcher of airworthy, found another program/);
  assert.equal(await readFile(join(folder, "helm"), "utf8"), "#!/bin/sh\necho theirs\n");
  await assert.rejects(stat(join(folder, "kubectl")), "all or none");
  const states = (await who.entries("coverage")).map(({ data }) => data.state);
  assert.deepEqual(states, ["open", "closed"]);
});
