import assert from "node:assert/strict";
import { chmod, mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { shims } from "../../src/recorder/index.ts";
import { gather, understand } from "../../src/risk/index.ts";

test("What is looked at before an operation does not pass the launchers that record it.", async () => {
  const directory = await mkdtemp(join(tmpdir(), "airworthy-launchers-"));
  try {
    const marked = join(directory, "recorded.cjs");
    await writeFile(marked, `require("node:fs").writeFileSync(${JSON.stringify(join(directory, "ran"))}, "")`);
    const { installShims } = await shims();
    await installShims(join(directory, "shims"), [process.execPath, marked], { passes: false });
    await mkdir(join(directory, "real"));
    const real = join(directory, "real", "kubectl");
    const pod = JSON.stringify({ apiVersion: "v1", kind: "Pod", metadata: { name: "rendered" } });
    await writeFile(real, `#!/bin/sh\necho '${pod}'\n`);
    await chmod(real, 0o755);
    const PATH = [join(directory, "shims"), join(directory, "real"), process.env.PATH].join(":");
    const proposal = { command: ["kubectl", "apply", "-k", "."], directory, environment: { PATH, HOME: directory } };
    const { targets } = await understand(await gather(proposal, { limits: { clusterMs: 1 } }));
    assert.deepEqual(
      targets.map(({ name }) => name),
      ["rendered"],
    );
    assert.ok(!(await readdir(directory)).includes("ran"));
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
});
