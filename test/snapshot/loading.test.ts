import assert from "node:assert/strict";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { run } from "../../src/process/index.ts";

test("The database is not loaded before a snapshot is opened.", async () => {
  const room = new URL("../../src/snapshot/index.ts", import.meta.url).href;
  const script = `await import(${JSON.stringify(room)});
    const loaded = Object.keys((await import("node:module")).default._cache);
    console.log(JSON.stringify(loaded.filter((path) => /duckdb/.test(path))));
    await import("@duckdb/node-api");
    console.log(Object.keys((await import("node:module")).default._cache).some((path) => path.includes("duckdb")));`;
  const { stdout } = await run(process.execPath, ["--input-type=module", "-e", script], {
    cwd: fileURLToPath(new URL("../..", import.meta.url)),
  });
  assert.equal(stdout, "[]\ntrue\n");
});
