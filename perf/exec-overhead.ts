// What recording adds to a command: `node perf/exec-overhead.ts [RUNS]`. `true` alone is what a command costs that does
// nothing, an empty program of Node is the floor for anything written in it; all are started by this one process, in
// turn, so that whatever else the machine does hits them alike.
import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { line, middle, runsFrom } from "./measure.ts";

/** Above `true`, in milliseconds: more would be felt at every command. */
const allowed = 120;

const runs = runsFrom(process.argv.slice(2), 31);
const root = join(import.meta.dirname, "..");
const home = mkdtempSync(join(tmpdir(), "airworthy-exec-overhead-"));
const { PATH } = process.env;
const env = {
  PATH,
  HOME: home,
  AIRWORTHY_LOG: join(home, "evidence"),
  AIRWORTHY_KEYS: join(home, "keys"),
  AIRWORTHY_RECORDER: "none",
};

/** A package as it is published: built from a copy, so that no dist/ is replaced that somebody uses. */
function built(): string {
  const copy = join(home, "package");
  for (const name of ["bin", "src", "scripts", "package.json", "tsconfig.json", "tsconfig.build.json"]) {
    cpSync(join(root, name), join(copy, name), { recursive: true });
  }
  symlinkSync(join(root, "node_modules"), join(copy, "node_modules"));
  once([process.execPath, join(copy, "scripts", "build.ts")]);
  // The launcher starts sources where there are some.
  rmSync(join(copy, "src"), { recursive: true });
  return join(copy, "bin", "airworthy.cjs");
}

const exec = (launcher: string) => [process.execPath, launcher, "exec", "--quiet", "true"];
const cases: Readonly<Record<string, readonly string[]>> = {
  true: ["true"],
  "node -e 0": [process.execPath, "-e", "0"],
  "airworthy exec true, from the sources": exec(join(root, "bin", "airworthy.cjs")),
  "airworthy exec true, from the package": exec(built()),
};

function once([file = "", ...args]: readonly string[]): number {
  const began = performance.now();
  const { status, stderr } = spawnSync(file, args, { env, cwd: home, stdio: ["ignore", "ignore", "pipe"] });
  const ms = performance.now() - began;
  if (status !== 0) throw new Error(`${file} ${args.join(" ")}: ${status}\n${stderr}`);
  return ms;
}

const times = new Map(Object.keys(cases).map((name) => [name, [] as number[]]));
// The first run makes the log, the key and the compiled code.
for (const command of Object.values(cases)) for (let warm = 0; warm < 2; warm += 1) once(command);
for (let run = 0; run < runs; run += 1) {
  for (const [name, command] of Object.entries(cases)) times.get(name)?.push(once(command));
}
rmSync(home, { recursive: true, force: true });

const alone = middle(times.get("true") ?? []);
for (const [name, values] of times) {
  const above = middle(values) - alone;
  const verdict = name.startsWith("airworthy")
    ? `   ${above <= allowed ? "within" : "over"} ${allowed} ms above true`
    : "";
  console.log(`${line(name, middle(values), "ms")}   fastest ${Math.min(...values).toFixed(0)} ms${verdict}`);
}
