import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { cpSync, globSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { buildSync } from "esbuild-wasm";

/** Turns src/ into dist/, which is what the published package runs: Node strips no types below node_modules. */
const root = join(import.meta.dirname, "..");
rmSync(join(root, "dist"), { recursive: true, force: true });
const compiler = join(root, "node_modules", ".bin", "tsc");
const { status } = spawnSync(process.execPath, [compiler, "-p", "tsconfig.build.json"], {
  cwd: root,
  stdio: "inherit",
});
if (status !== 0) process.exit(status ?? 1);

// What lies beside the sources and is read at run time keeps its place.
for (const file of globSync("src/**/*", { cwd: root, withFileTypes: true })) {
  const from = join(file.parentPath, file.name);
  if (file.isFile() && !/\.tsx?$/.test(file.name)) cpSync(from, from.replace(join(root, "src"), join(root, "dist")));
}

// One file for the commands that others wait for. Packages stay where they are, loaded when they are needed.
const { errors } = buildSync({
  absWorkingDir: root,
  entryPoints: ["src/cli/shell/quick.ts"],
  outfile: "dist/quick.cjs",
  bundle: true,
  format: "cjs",
  platform: "node",
  target: "node24",
  packages: "external",
  // Less to read; names stay, for traces.
  minifyWhitespace: true,
  minifySyntax: true,
  charset: "ascii",
  // Files that find others beside themselves are in it, but nothing that these commands do gets there.
  logOverride: { "empty-import-meta": "silent" },
});
if (errors.length > 0) process.exit(1);

// What V8 makes of it is kept under this name: see bin/compiled.cjs. It is all ASCII, which is read as it is.
const quick = join(root, "dist", "quick.cjs");
const code = readFileSync(quick);
writeFileSync(quick, `// ${createHash("sha256").update(code).digest("hex")}\n${code}`);
