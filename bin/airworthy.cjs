#!/usr/bin/env node
// Runs under any Node, so that an old one gets a new one instead of a syntax error. It is no module: Node needs a while
// to get ready for those, and `exec` uses none.
const { existsSync } = require("node:fs");
const { homedir } = require("node:os");
const { isAbsolute, join } = require("node:path");

const root = join(__dirname, "..");
const needed = 24;

if (Number(process.versions.node.split(".")[0]) >= needed) start();
else startWithNewerNode();

function start() {
  // A checkout runs its sources. An installed package has none: Node refuses to strip types below node_modules.
  const sources = join(root, "src", "cli", "main.ts");
  const quick = join(root, "dist", "quick.cjs");
  if (isQuick(process.argv.slice(2)) && !existsSync(sources) && existsSync(quick)) {
    require("./compiled.cjs").run(quick, cache("code"), require);
    return;
  }
  keepCompiledCode();
  const main = existsSync(sources) ? sources : join(root, "dist", "cli", "main.js");
  import(require("node:url").pathToFileURL(main).href).catch((error) => {
    process.exitCode = 1;
    const missing = error && error.code === "ERR_MODULE_NOT_FOUND" && existsSync(sources);
    console.error(missing ? `error: ${error.message}\nhint: run npm ci in ${root}` : error);
  });
}

// Somebody waits for these at every step; the package has all of their code in one file, which loads at once.
function isQuick([first, second]) {
  return first === "exec" || (first === "hook" && ["pre", "post", "shim"].includes(second));
}

// Before the first source is loaded: stripping its types takes longer than everything else.
function keepCompiledCode() {
  const directory = cache("compile");
  if (directory) require("node:module").enableCompileCache(directory);
}

// Not below the shared temporary directory, Node's own choice: whoever can write there could put code of theirs into a
// recorder that keeps them out. A user without a home, as in some containers, has none: it works without, a little slower.
function cache(name) {
  const base = process.env.XDG_CACHE_HOME;
  try {
    return join(base && isAbsolute(base) ? base : join(homedir(), ".cache"), "airworthy", name);
  } catch {
    return undefined;
  }
}

function startWithNewerNode() {
  const { spawn, spawnSync } = require("node:child_process");
  const found = spawnSync("sh", [join(root, "scripts", "node24.sh")], { stdio: ["ignore", "pipe", "inherit"] });
  if (found.status !== 0) {
    if (found.error) console.error(`error: sh: ${found.error.message}\nhint: install Node ${needed}`);
    process.exit(found.status || 1);
  }
  const folder = found.stdout.toString().trim();
  const env = Object.assign({}, process.env, { PATH: `${folder}:${process.env.PATH}` });
  const args = [__filename].concat(process.argv.slice(2));
  const child = spawn(join(folder, "node"), args, { stdio: "inherit", env });
  // The child decides when it ends. A Ctrl-C reaches it from the terminal by itself, a kill of us does not.
  process.on("SIGINT", () => {});
  for (const signal of ["SIGTERM", "SIGHUP"]) process.on(signal, () => child.kill(signal));
  child.on("error", (error) => {
    console.error(`error: ${folder}/node: ${error.message}`);
    process.exitCode = 1;
  });
  child.on("exit", (code, signal) => {
    if (signal === null) process.exit(code === null ? 1 : code);
    process.removeAllListeners(signal);
    process.kill(process.pid, signal);
  });
}
