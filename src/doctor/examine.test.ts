import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { capabilities } from "./capabilities.ts";
import { cgroups, readCgroups } from "./cgroups.ts";
import { examine } from "./examine.ts";
import type { Finding } from "./finding.ts";
import { nodeVersion, watches } from "./machine.ts";
import { compiler, component, leftovers } from "./software.ts";

const linuxRoot = process.platform === "linux" && process.getuid?.() === 0;
const skip = linuxRoot ? false : "needs root on Linux";

function wellFormed(findings: readonly Finding[]): void {
  for (const finding of findings) {
    assert.ok(finding.found.length > 0, finding.requirement);
    assert.ok(finding.neededFor.length > 0, finding.requirement);
    assert.equal(
      finding.state === "ok",
      finding.remedy === undefined,
      `${finding.requirement}: a remedy and a fault go together`,
    );
  }
  const names = findings.map((finding) => finding.requirement);
  assert.equal(new Set(names).size, names.length, "every requirement once");
}

test("the machine that runs the tests is examined, and every fault comes with a remedy", async () => {
  const findings = await examine();
  wellFormed(findings);
  const names = findings.map((finding) => finding.requirement);
  for (const expected of ["superuser", "Node 24 or newer", "Go", "no dead clusters"])
    assert.ok(names.includes(expected), expected);
});

const script = `import { examine } from ${JSON.stringify(join(import.meta.dirname, "index.ts"))};
console.log(JSON.stringify(await examine()))`;
const doctor = [process.execPath, "--input-type=module", "-e", script];

test("an examination changes nothing: no link, no mount, no file in an empty cache", { skip }, () => {
  const cache = mkdtempSync(join(tmpdir(), "airworthy-doctor-"));
  // In namespaces of its own, where nobody else adds links or mounts while we look.
  const look = 'ip -o link; cat /proc/self/mounts; ls -A "$0/tmp"';
  const twice = `{ ${look}; } > "$0/before"; "$@" > /dev/null && { ${look}; } > "$0/after" && cmp "$0/before" "$0/after"`;
  const isolated = ["--net", "--mount", "--", "sh", "-c", `mkdir "$0/tmp" && ${twice} && ls -A "$0"`];
  try {
    const exit = spawnSync("unshare", [...isolated, cache, ...doctor], {
      env: { ...process.env, XDG_CACHE_HOME: join(cache, "none"), TMPDIR: join(cache, "tmp") },
      encoding: "utf8",
    });
    assert.deepEqual([exit.status, exit.stdout, exit.stderr], [0, "after\nbefore\ntmp\n", ""]);
  } finally {
    rmSync(cache, { recursive: true });
  }
});

test("without root the doctor says so, tries nothing, and names what works instead", { skip }, () => {
  // Another user, who may still read our Node and our sources wherever they lie.
  const mayRead = ["--inh-caps", "-all,+dac_read_search", "--ambient-caps", "+dac_read_search"];
  const exit = spawnSync("setpriv", ["--reuid", "65534", "--clear-groups", ...mayRead, ...doctor], {
    env: { ...process.env, HOME: "/nonexistent", XDG_CACHE_HOME: "/nonexistent" },
    encoding: "utf8",
  });
  assert.equal(exit.status, 0, exit.stderr);
  const findings = JSON.parse(exit.stdout) as Finding[];
  wellFormed(findings);
  const of = (name: string) => findings.find((finding) => finding.requirement === name);
  assert.equal(of("superuser")?.state, "missing");
  assert.match(of("superuser")?.remedy ?? "", /--provider existing/);
  assert.equal(of("net namespaces")?.found, "cannot be tried without root");
  assert.equal(of("capability CAP_SYS_ADMIN")?.state, "missing");
});

test("the three kinds of control groups are told apart", () => {
  const root = mkdtempSync(join(tmpdir(), "airworthy-cgroup-"));
  try {
    assert.equal(cgroups(readCgroups(join(root, "absent"))).state, "missing");
    for (const name of ["cpu,cpuacct", "memory", "pids", "systemd"]) {
      mkdirSync(join(root, name));
      writeFileSync(join(root, name, "tasks"), "");
    }
    const old = readCgroups(root);
    assert.deepEqual([old.version, old.controllers], ["v1", ["cpu", "cpuacct", "memory", "pids"]]);
    assert.equal(cgroups(old).state, "ok");
    mkdirSync(join(root, "unified"));
    writeFileSync(join(root, "unified", "cgroup.procs"), "");
    assert.equal(readCgroups(root).version, "hybrid");
    writeFileSync(join(root, "cgroup.controllers"), "cpu pids\n");
    const unified = cgroups(readCgroups(root));
    assert.equal(unified.state, "missing");
    assert.match(unified.remedy ?? "", /with memory;/);
  } finally {
    rmSync(root, { recursive: true });
  }
});

test("a missing CAP_SYS_RESOURCE is a warning, a missing CAP_SYS_ADMIN a fault", () => {
  const state = (mask: string) => capabilities(`CapEff:\t${mask}\n`).map((finding) => finding.state);
  assert.deepEqual(state("000001ffffffffff"), ["ok", "ok", "ok"]);
  assert.deepEqual(state("000001fffeffffff"), ["ok", "ok", "warning"]);
  assert.deepEqual(state("0000000000000000"), ["missing", "missing", "warning"]);
});

test("an old Node is a fault with the way to a new one", () => {
  assert.equal(nodeVersion("20.20.2").state, "missing");
  assert.equal(nodeVersion("24.0.0").state, "ok");
});

test("components that are not here yet are no fault, damaged ones are a warning, and Go matters only for builds", () => {
  const tool = {
    name: "tool",
    version: "1",
    purpose: "work",
    programs: ["tool"],
    ways: ["build from Go modules in tool"],
  };
  assert.equal(component({ ...tool, state: "absent" }).state, "ok");
  assert.match(component({ ...tool, state: "damaged", damage: "bin/tool: gone" }).found, /bin\/tool: gone/);
  assert.match(compiler([{ ...tool, state: "cached", from: "build" }]).found, /not needed/);
  assert.match(compiler([{ ...tool, state: "absent" }]).found, /^for tool/);
});

test("dead clusters are named with the command that removes them", () => {
  const [, dead] = leftovers(["demo"]);
  assert.deepEqual([dead?.state, dead?.found, dead?.remedy], ["warning", "demo", "run: airworthy cluster prune"]);
});

for (const [allowed, state, remedy] of [
  ["128\n", "warning", /^7 clusters fit.*max_user_instances=1024$/],
  ["1024\n", "ok", undefined],
] as const) {
  test(`A limit of ${allowed.trim()} file watches is ${state}.`, () => {
    const folder = mkdtempSync(join(tmpdir(), "airworthy-doctor-"));
    try {
      writeFileSync(join(folder, "limit"), allowed);
      const found = watches(join(folder, "limit"));
      assert.equal(found.state, state);
      if (remedy) assert.match(found.remedy ?? "", remedy);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
}
