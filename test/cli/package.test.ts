import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { after, test } from "node:test";

const root = join(import.meta.dirname, "..", "..");
const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { version: string };
const folder = mkdtempSync(join(tmpdir(), "airworthy-package-"));
after(() => rmSync(folder, { recursive: true }));

function run(command: string, args: readonly string[], cwd: string, path = dirname(process.execPath)): string {
  const env = { ...process.env, PATH: `${path}:${process.env.PATH}` };
  const exit = spawnSync(command, args, { cwd, env, encoding: "utf8" });
  assert.equal(exit.status, 0, `${command} ${args.join(" ")}\n${exit.stdout}\n${exit.stderr}`);
  return exit.stdout;
}

test("the packed package installs and runs without sources, types or build tools", () => {
  // Packed from a copy, so that the build does not replace a dist/ somebody uses.
  const copy = join(folder, "copy");
  for (const name of ["bin", "kube", "images", "scripts", "src", "package.json"]) {
    if (existsSync(join(root, name))) cpSync(join(root, name), join(copy, name), { recursive: true });
  }
  for (const name of ["tsconfig.json", "tsconfig.build.json"]) cpSync(join(root, name), join(copy, name));
  symlinkSync(join(root, "node_modules"), join(copy, "node_modules"));
  run(process.execPath, ["scripts/build.ts"], copy);
  run("npm", ["pack", "--ignore-scripts", "--pack-destination", folder], copy);
  const tarball = join(folder, `airworthy-${version}.tgz`);
  const files = run("tar", ["-tzf", tarball], folder).split("\n");
  assert.ok(files.includes("package/dist/cli/main.js"));
  assert.ok(files.includes("package/kube/go.sum"));
  assert.deepEqual(
    files.filter((file) => file.startsWith("package/src/") || file.endsWith(".test.js")),
    [],
  );
  run("npm", ["install", "--global", "--prefix", join(folder, "prefix"), "--no-audit", tarball], folder);
  const program = join(folder, "prefix", "bin", "airworthy");
  assert.equal(run(program, ["--version"], folder).trim(), version);

  // Commands that others wait for come from a file of their own; the answer is the same.
  assert.ok(files.includes("package/dist/quick.cjs"));
  writeFileSync(join(folder, "ns.yaml"), "apiVersion: v1\nkind: Namespace\nmetadata: { name: shop }\n");
  const log = { AIRWORTHY_LOG: join(folder, "log"), AIRWORTHY_KEYS: join(folder, "keys"), AIRWORTHY_RECORDER: "none" };
  const PATH = `${dirname(process.execPath)}:${process.env.PATH}`;
  const env = { ...process.env, ...log, PATH, XDG_CACHE_HOME: join(folder, "cache") };
  const command = ["sh", "-c", "exit 7; kubectl delete -f ns.yaml"];
  const kept = join(folder, "cache", "airworthy", "code");
  const exec = () => {
    const { status, stderr } = spawnSync(program, ["exec", ...command], { cwd: folder, env, encoding: "utf8" });
    assert.equal(status, 7, stderr);
    assert.match(stderr, /risk: kubectl delete \(destroy\), 1 target/);
    const [name = "", ...others] = readdirSync(kept);
    assert.deepEqual(others, []);
    return { name: join(kept, name), made: statSync(join(kept, name)).ino };
  };

  // Compiled once, used from then on, and compiled again where it is of no use.
  const first = exec();
  assert.deepEqual(exec(), first);
  truncateSync(first.name, 1000);
  assert.equal(statSync(exec().name).size > 1000, true);
});

/** A Node older than 24, if the system has one under another folder than ours. */
const old = ["/usr/bin/node", "/usr/local/bin/node"].find((node) => {
  const said = spawnSync(node, ["--version"], { encoding: "utf8" }).stdout ?? "";
  return /^v(1[4-9]|2[0-3])\./.test(said);
});
test("the launcher works under an old Node", { skip: old ? false : "no old Node on this machine" }, () => {
  const launcher = join(root, "bin", "airworthy.cjs");
  const path = dirname(old ?? "");
  assert.equal(run(old ?? "", [launcher, "--version"], folder, path).trim(), version);
  const env = { ...process.env, PATH: `${path}:${process.env.PATH}` };
  const wrong = spawnSync(old ?? "", [launcher, "no-such-command"], { env, encoding: "utf8" });
  assert.equal(wrong.status, 2, "the exit code of the inner process is ours");
});
