import assert from "node:assert/strict";
import { mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { nop } from "../agents/index.ts";
import { keep } from "./keep.ts";
import type { Observations } from "./observe.ts";

const seen: Observations = {
  ...{ schema: "airworthy-observations/1", healthy: false, user: "agent", before: {}, after: {} },
  ...{ journeys: [], watched: { seconds: 0, restarted: [] }, writes: [] },
};
const acted = { how: "done", output: "said\n" } as const;
const base = { agent: nop, prepared: undefined, instruction: "Look.", acted, began: 0, seen };

test("What was seen and done lies in the directory, with the agent's part of the audit log.", async () => {
  const folder = await mkdtemp(join(tmpdir(), "airworthy-keep-"));
  try {
    const event = (username: string) => JSON.stringify({ auditID: username, verb: "get", user: { username } });
    const auditLog = join(folder, "audit.log");
    await writeFile(auditLog, `${event("agent")}\n${event("system:node")}\n`);
    await keep(join(folder, "kept"), { ...base, auditLog, evidence: undefined });
    const read = (name: string) => readFile(join(folder, "kept", name), "utf8");
    assert.deepEqual(JSON.parse(await read("observations.json")), seen);
    assert.equal(await read("audit.jsonl"), `${event("agent")}\n`);
    assert.equal(await read("output.txt"), "said\n");
    assert.equal(JSON.parse(await read("trajectory.json")).steps[0].message, "Look.");
  } finally {
    await rm(folder, { recursive: true });
  }
});

test("Who acted is told with the trajectory, and what was made for them keeps its own files.", async () => {
  const folder = await mkdtemp(join(tmpdir(), "airworthy-keep-"));
  try {
    const info = { version: "1.2", model: "some-model", prompt: { name: "bare", version: "0123456789ab" } };
    const agent = { ...nop, name: "model:a/b", ...info };
    const prepared = {
      equipment: {},
      keep: (directory: string) => writeFile(join(directory, "requests.jsonl"), "{}\n"),
      [Symbol.asyncDispose]: async () => {},
    };
    await keep(folder, { ...base, agent, prepared, auditLog: undefined, evidence: undefined });
    assert.deepEqual(JSON.parse(await readFile(join(folder, "trajectory.json"), "utf8")).agent, {
      name: "model:a/b",
      version: "1.2",
      model_name: "some-model",
      extra: { prompt: { name: "bare", version: "0123456789ab" } },
    });
    assert.equal(await readFile(join(folder, "requests.jsonl"), "utf8"), "{}\n");
  } finally {
    await rm(folder, { recursive: true });
  }
});

test("A full disk is told as one.", { skip: process.platform !== "linux" && "needs /dev/full" }, async () => {
  const folder = await mkdtemp(join(tmpdir(), "airworthy-keep-"));
  try {
    await symlink("/dev/full", join(folder, "observations.json"));
    await assert.rejects(keep(folder, { ...base, auditLog: undefined, evidence: undefined }), {
      code: "NOT_KEPT",
      message: /cannot keep what was seen: .*ENOSPC/,
    });
  } finally {
    await rm(folder, { recursive: true });
  }
});
