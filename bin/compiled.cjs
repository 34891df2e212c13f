// Runs a file from what V8 made of it the last time, with every function that was called then. Node's own compile cache has
// only those that are called while a file is loaded; to compile the others is a sixth of what recording a command takes.
const { mkdirSync, readFileSync, renameSync, writeFileSync } = require("node:fs");
const { dirname, join } = require("node:path");
const { Script, constants } = require("node:vm");

exports.run = function run(file, directory, require) {
  const text = readFileSync(file, "latin1");
  // V8 compares nothing but the length. The build puts a digest of the code into the first line.
  const [, digest] = /^\/\/ ([0-9a-f]{64})\n/.exec(text) || [];
  const path = directory && digest && join(directory, `${digest}-${process.version}-${process.arch}`);
  const script = new Script(`(function (exports, require, module, __filename, __dirname) {${text}\n})`, {
    filename: file,
    cachedData: path && readIfThere(path),
    importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
  });
  const isNew = script.cachedDataRejected !== false;
  if (path && isNew) process.once("exit", () => keep(path, script.createCachedData()));
  const module = { exports: {} };
  script.runInThisContext()(module.exports, require, module, file, dirname(file));
};

function readIfThere(path) {
  try {
    return readFileSync(path);
  } catch {
    return undefined;
  }
}

// Whole or not at all: another process may read it at any time, also after a power failure, and V8 trusts what it gets.
function keep(path, bytes) {
  const unfinished = `${path}.${process.pid}`;
  try {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    writeFileSync(unfinished, bytes, { mode: 0o600, flush: true });
    renameSync(unfinished, path);
  } catch {
    // No room, or no right to: then it is compiled again the next time.
  }
}
