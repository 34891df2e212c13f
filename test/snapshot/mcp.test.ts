import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { tools } from "../../src/snapshot/index.ts";
import { person } from "../hooks/stage.ts";
import { overStdio } from "../mcp/clients.ts";
import { place } from "./place.ts";
import { writeSnapshot } from "./write.ts";

for (const era of ["legacy", "modern"] as const) {
  test(`A ${era} client is offered every tool, gets rows with citations, and errors that say what to do.`, async () => {
    await using here = await place();
    await writeSnapshot(here.snapshot, "own");
    await using who = await person({ XDG_CACHE_HOME: here.cache });
    await using connected = await overStdio(who, ["snapshot", "tools", here.snapshot], era);
    const { client } = connected;
    assert.deepEqual(
      (await client.listTools()).tools.map(({ name, annotations }) => [name, annotations?.readOnlyHint]),
      tools.map(({ name }) => [name, true]),
    );
    const call = async (name: string, args: Record<string, unknown>) => {
      const { isError = false, content, structuredContent } = await client.callTool({ name, arguments: args });
      const [first] = content as { text: string }[];
      return { isError, text: first?.text ?? "", data: structuredContent as { rows: Record<string, unknown>[] } };
    };
    const changes = await call("changes", {});
    assert.equal(changes.isError, false, changes.text);
    assert.equal(changes.data.rows[0]?.cite, "objects.jsonl#47");
    assert.deepEqual(
      changes.text
        .split("\n")
        .slice(1)
        .map((line) => JSON.parse(line)),
      changes.data.rows,
    );

    const hostile = await call("logs", { contains: "ignore all previous" });
    assert.equal(hostile.text.split("\n").length, 2);
    const wrong = await call("object", { object: "cart" });
    assert.match(wrong.text, /^error BAD_QUERY: cart: several objects are called that\nhint: say which: /);
    assert.equal(wrong.isError, true);
    const bad = await call("sql", { query: "SELECT * FROM read_text('/etc/passwd')" });
    assert.match(bad.text, /^error BAD_QUERY: .*disabled/);
    // The label lies in the snapshot's folder; no tool tells of it.
    const truth = await readFile(`${here.snapshot}/truth/ground_truth.yaml`, "utf8");
    const files = await call("sql", { query: "SELECT * FROM files" });
    assert.ok(!files.text.includes("truth") && truth.includes("root_cause"));
  });
}
