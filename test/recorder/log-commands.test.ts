import assert from "node:assert/strict";
import { cpSync, existsSync, globSync, readFileSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { airworthy as inProcess } from "../cli/harness.ts";
import { heard, type Place, place, start } from "./place.ts";

const run = (here: Place, ...args: string[]) => inProcess(args, { env: here.env });
const data = async (here: Place, ...args: string[]) => {
  const split = args.includes("--") ? args.indexOf("--") : args.length;
  const { stdout, stderr, exitCode } = await run(here, ...args.slice(0, split), "--json", ...args.slice(split));
  assert.equal(exitCode, 0, stderr);
  return JSON.parse(stdout);
};

/** A log with two pairs, one open prescription and one anomaly. */
async function filled(): Promise<{ here: Place; ids: string[] }> {
  const here = place();
  const ids: string[] = [];
  for (const [session, name] of [
    ["one", "a"],
    ["one", "b"],
    ["two", "c"],
  ] as const) {
    const words = [
      "prescribe",
      "--session",
      session,
      "--actor",
      `agent:${name}`,
      "--json",
      "--",
      "kubectl",
      "delete",
      "pod",
      name,
    ];
    ids.push(JSON.parse((await run(here, ...words)).stdout).id);
  }
  assert.equal((await run(here, "report", ids[0] ?? "", "--exit-code", "0")).exitCode, 0);
  assert.equal((await run(here, "decline", ids[1] ?? "", "--trigger", "risk", "--reason", "not mine")).exitCode, 0);
  assert.equal((await run(here, "report", ids[0] ?? "", "--exit-code", "1")).exitCode, 5);
  return { here, ids };
}

test("The first use says where log and key were made; the next ones do not.", async () => {
  const here = place();
  const first = await run(here, "prescribe", "--", "true");
  assert.ok(first.stderr.includes(`made an evidence log: ${here.log}`), first.stderr);
  assert.ok(first.stderr.includes(here.keys));
  assert.equal((await run(here, "prescribe", "--", "true")).stderr, "");
});

test("Recording has these exit codes; scripts rely on them.", async () => {
  const { here, ids } = await filled();
  const [, , open = ""] = ids;
  const nobody = "01900000-0000-7000-8000-000000000000";
  for (const [code, ...args] of [
    [2, "prescribe"],
    [2, "prescribe", "--expires", "soon", "--", "true"],
    [2, "prescribe", "--actor", "robot:x", "--", "true"],
    [2, "report", open],
    [2, "report", open, "--exit-code", "-1"],
    [2, "report", open, "--exit-code=x"],
    [2, "report", open, "--verdict", "declined"],
    [2, "decline", open, "--trigger", "risk"],
    [2, "decline", open, "--trigger", "risk", "--reason", "x".repeat(513)],
    [3, "report", nobody, "--exit-code", "0"],
    [3, "decline", nobody, "--trigger", "risk", "--reason", "no"],
    [5, "report", open, "--exit-code", "0", "--verdict", "failure"],
    [5, "report", open, "--exit-code", "0", "--actor", "agent:somebody-else"],
    [5, "report", ids[0] ?? "", "--exit-code", "0"],
    [0, "report", open, "--exit-code", "3", "--duration", "2m", "--reference", "pr:17"],
    [2, "risk"],
    [2, "risk", "--fail-on", "never", "--", "true"],
    [1, "risk", "--fail-on", "medium", "--", "kubectl", "delete", "namespace", "shop"],
    [0, "risk", "--fail-on", "high", "--", "kubectl", "get", "pods"],
    [0, "log", "show"],
    [3, "log", "show", nobody],
    [3, "log", "show", "99999"],
    [3, "log", "prove", "99999"],
    [3, "log", "verify", "--log", join(here.directory, "nothing")],
    [3, "log", "show", "--log", join(here.directory, "nothing")],
    [2, "log", "verify", "--key", "not a key"],
    [2, "log", "show", "--type", "wish"],
    [2, "log", "export"],
    [2, "log", "import"],
    [2, "log", "keys", "burn"],
    [6, "log", "verify"],
    [4, "prescribe", "--socket", join(here.directory, "no.sock"), "--", "true"],
    [2, "prescribe", "--socket", "s", "--log", "l", "--", "true"],
  ] as const) {
    const { exitCode, stderr } = await run(here, ...(args as readonly string[]));
    assert.equal(exitCode, code, `${args.join(" ")}: ${stderr}`);
  }
  assert.equal(existsSync(join(here.directory, "nothing")), false);
});

test("Entries are shown newest last, by type, session, actor and time, page by page.", async () => {
  const { here } = await filled();
  const sequences = async (...args: string[]) =>
    (await data(here, "log", "show", ...args)).map(({ entry }: { entry: { sequence: number } }) => entry.sequence);
  assert.deepEqual(await sequences(), [0, 1, 2, 3, 4, 5, 6]);
  assert.deepEqual(await sequences("--limit", "2"), [5, 6]);
  assert.deepEqual(await sequences("--from", "1", "--limit", "2"), [1, 2]);
  assert.deepEqual(await sequences("--type", "report"), [4, 5]);
  assert.deepEqual(await sequences("--type", "prescription", "--limit", "1"), [3]);
  assert.deepEqual(await sequences("--session", "one"), [1, 2, 4, 5, 6]);
  assert.deepEqual(await sequences("--actor", "c"), [3]);
  assert.deepEqual(await sequences("--since", "1h"), [0, 1, 2, 3, 4, 5, 6]);
  assert.deepEqual(await sequences("--since", "2999-01-01"), []);
  assert.deepEqual(
    (await data(here, "log", "show", "--pending")).map(({ sequence }: { sequence: number }) => sequence),
    [3],
  );
  const { stdout } = await run(here, "log", "show", "--limit", "3");
  assert.match(stdout, /^SEQ +TIME \(UTC\) +TYPE +ACTOR +RISK +WHAT +ID\n4 .* report +a +- +success, exit code 0/);
  assert.match(stdout, /declined, risk: not mine/);
  assert.match(stdout, /double-report/);
  assert.match(stdout, /earlier: --from 1\n$/);
});

test("One entry is shown with its risk and where it stands.", async () => {
  const { here, ids } = await filled();
  for (const [name, standing] of [
    [ids[0], /stands +reported: success, entry 4\n/],
    [ids[1], /stands +reported: declined, entry 5\n/],
    [ids[2], /stands +open: a report is due /],
    ["3", /stands +open: a report is due /],
  ] as const) {
    const { stdout } = await run(here, "log", "show", name ?? "");
    assert.match(stdout, standing);
    assert.match(stdout, /risk +\w+, kubectl delete \(destroy\)/);
    assert.match(stdout, /targets +1\n/);
    assert.match(stdout, /shared custody/);
  }
});

test("What a command says cannot move the cursor of whoever reads about it.", async () => {
  const here = place();
  await run(here, "prescribe", "--intent", "a\u001b[2Jb", "--", "echo", "x\u001b]0;owned\u0007\r\ny");
  for (const args of [
    ["log", "show"],
    ["log", "show", "1"],
    ["log", "tail"],
  ]) {
    const { stdout } = await run(here, ...args);
    assert.doesNotMatch(stdout.replaceAll("\n", ""), /\p{Cc}/u);
  }
});

test("A log is valid with a key and a checkpoint from elsewhere, unproven without, invalid when something was changed.", async () => {
  const { here, ids } = await filled();
  const [key, checkpoint] = [join(here.directory, "key.pem"), join(here.directory, "checkpoint")];
  writeFileSync(key, (await run(here, "log", "keys", "export")).stdout);
  writeFileSync(checkpoint, (await run(here, "log", "checkpoint")).stdout);
  assert.equal((await run(here, "report", ids[2] ?? "", "--exit-code", "0")).exitCode, 0);

  const valid = await run(here, "log", "verify", "--key", key, "--checkpoint", checkpoint);
  assert.equal(valid.exitCode, 0, valid.stdout);
  assert.match(valid.stdout, /^valid: 8 entries/);
  assert.match(valid.stdout, /custody: shared/);
  const unproven = await run(here, "log", "verify", "--key", key);
  assert.equal(unproven.exitCode, 6);
  assert.match(unproven.stdout, /^unproven: 8 entries[\s\S]*not checked: completeness/);

  const cut = join(here.directory, "cut");
  cpSync(here.log, cut, { recursive: true });
  const [segment = ""] = globSync(join(cut, "segments", "*"));
  const lines = readFileSync(segment, "utf8").split("\n");
  truncateSync(segment, lines.slice(0, 5).join("\n").length + 1);
  const shorter = await run(here, "log", "verify", "--log", cut, "--key", key, "--checkpoint", checkpoint);
  assert.equal(shorter.exitCode, 1, shorter.stdout);

  writeFileSync(segment, lines.join("\n").replace('"exitCode":0', '"exitCode":1'));
  const changed = await run(here, "log", "verify", "--log", cut);
  assert.equal(changed.exitCode, 1);
  assert.match(changed.stdout, /^invalid: 4 of 8 entries are good\nfirst fault: entry 4, /);
});

test("A third party checks a proof of one entry with the public key alone.", async () => {
  const { here, ids } = await filled();
  const [key, proof, forged] = ["key.pem", "proof", "forged"].map((name) => join(here.directory, name)) as [
    string,
    string,
    string,
  ];
  writeFileSync(key, (await run(here, "log", "keys", "export")).stdout);
  const text = (await run(here, "log", "prove", ids[1] ?? "")).stdout;
  writeFileSync(proof, text);
  const elsewhere = place();
  const good = await run(elsewhere, "log", "verify", "--proof", proof, "--key", key);
  assert.equal(good.exitCode, 0, good.stderr);
  assert.match(good.stdout, /^valid: entry 2 of /);
  assert.equal((await run(elsewhere, "log", "verify", "--proof", proof)).exitCode, 2);
  const stranger = place();
  await run(stranger, "log", "init");
  writeFileSync(key, (await run(stranger, "log", "keys", "export")).stdout);
  assert.equal((await run(elsewhere, "log", "verify", "--proof", proof, "--key", key)).exitCode, 1);
  writeFileSync(forged, text.slice(0, -10));
  assert.equal((await run(elsewhere, "log", "verify", "--proof", forged, "--key", key)).exitCode, 1);
});

test("Keys are listed, given out, and changed with a reason; the log stays valid.", async () => {
  const { here } = await filled();
  const anchor = (await data(here, "log", "keys", "export")).publicKey;
  assert.equal((await run(here, "log", "keys", "rotate")).exitCode, 2);
  assert.equal((await run(here, "log", "keys", "rotate", "--reason", "a laptop was lost")).exitCode, 0);
  assert.equal((await run(here, "prescribe", "--", "true")).exitCode, 0);
  const keys = await data(here, "log", "keys");
  assert.deepEqual(
    keys.map(({ from, reason, here: private_ }: { from: number; reason: string; here: boolean }) => [
      from,
      reason,
      private_,
    ]),
    [
      [0, "the first", true],
      [8, "a laptop was lost", true],
    ],
  );
  const { exitCode, stdout } = await run(here, "log", "verify", "--key", anchor);
  assert.equal(exitCode, 6, stdout);
  assert.match(stdout, /trusted: you gave it/);
});

test("A log can be named before anything is recorded, and is made once.", async () => {
  const here = place();
  const first = await data(here, "log", "init", "--name", "example.com/agents");
  assert.equal(first.origin, "example.com/agents");
  assert.equal(first.created, true);
  assert.deepEqual(await data(here, "log", "init"), { ...first, created: false });
  assert.equal((await run(here, "log", "init", "--name", "another")).exitCode, 1);
});

test("A copy without names verifies by itself; an entry becomes an in-toto statement.", async () => {
  const { here, ids } = await filled();
  const copy = join(here.directory, "copy");
  const { publicKey, entries } = await data(here, "log", "export", "--anonymise", copy);
  const verified = await run(here, "log", "verify", "--log", copy, "--key", publicKey);
  assert.equal(verified.exitCode, 6, verified.stdout);
  assert.equal(entries, 7);
  const envelope = await data(here, "log", "export", "--in-toto", ids[0] ?? "");
  assert.equal(JSON.parse(Buffer.from(envelope.payload, "base64").toString())._type, "https://in-toto.io/Statement/v1");
});

test("What a crash left is cut off and kept, and said.", async () => {
  const { here } = await filled();
  const [segment = ""] = globSync(join(here.log, "segments", "*"));
  const whole = readFileSync(segment);
  writeFileSync(segment, Buffer.concat([whole, Buffer.from('{"format":"airwor')]));
  const { torn, entries } = await data(here, "log", "recover");
  assert.equal(torn.bytes, 17);
  assert.equal(readFileSync(torn.path, "utf8"), '{"format":"airwor');
  assert.equal(entries, 8);
  assert.equal((await run(here, "log", "verify")).exitCode, 6);
});

test("A log is followed as it grows.", async () => {
  const { here } = await filled();
  assert.equal((await run(here, "log", "tail", "-n", "2")).stdout.trimEnd().split("\n").length, 3);
  const child = start(here, ["log", "tail", "-f", "-n", "1", "--json"], { stdio: ["ignore", "pipe", "inherit"] });
  const seen = heard(child, /"sequence":7/);
  await heard(child, /"sequence":6/);
  await run(here, "prescribe", "--", "true");
  const lines = (await seen).trimEnd().split("\n");
  assert.deepEqual(
    lines.map((line) => JSON.parse(line).entry.sequence),
    [6, 7],
  );
  child.kill("SIGTERM");
});

test("Risk is told for a command, a line for a shell, a file and standard input, without recording anything.", async () => {
  const here = place();
  const manifest = join(here.directory, "role.yaml");
  writeFileSync(
    manifest,
    "apiVersion: rbac.authorization.k8s.io/v1\nkind: ClusterRoleBinding\nmetadata: { name: x }\nroleRef: { apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: cluster-admin }\nsubjects: [{ kind: User, name: eve }]\n",
  );
  const plan = join(here.directory, "plan.json");
  const change = { address: "aws_db_instance.main", mode: "managed", type: "aws_db_instance", name: "main" };
  const gone = { ...change, change: { actions: ["delete"], before: {}, after: null } };
  writeFileSync(plan, JSON.stringify({ format_version: "1.2", resource_changes: [gone] }));
  const compose = join(here.directory, "compose.yaml");
  writeFileSync(compose, "services: { web: { image: nginx, privileged: true } }\n");
  for (const args of [
    ["--", "kubectl", "delete", "namespace", "shop"],
    ["--shell", "echo hi && kubectl delete namespace shop"],
    [manifest, "--tool", "kubectl", "--operation", "apply"],
    [manifest],
    [plan],
    [compose],
    ["--", "kubectl", "apply", "-f", manifest],
  ]) {
    const assessment = await data(here, "risk", ...args);
    assert.ok(["high", "critical"].includes(assessment.level), `${args.join(" ")}: ${assessment.level}`);
    assert.ok((await run(here, "risk", ...args)).stdout.startsWith(`${assessment.level} risk: `));
  }
  assert.equal(existsSync(here.log), false);
});

test("The systemd unit starts this very program, as a user of its own, without any privilege.", async () => {
  const here = place();
  const { stdout, exitCode } = await run(here, "recorder", "--install");
  assert.equal(exitCode, 0);
  const [, node = "", launcher = ""] = /^ExecStart=(\S+) (\S+) recorder --log /m.exec(stdout) ?? [];
  assert.equal(node, process.execPath);
  assert.ok(existsSync(launcher), launcher);
  for (const setting of [
    "User=airworthy-recorder",
    "NoNewPrivileges=yes",
    "CapabilityBoundingSet=",
    "StateDirectoryMode=0700",
  ]) {
    assert.ok(stdout.includes(`\n${setting}\n`), setting);
  }
  assert.equal(existsSync(here.log), false);
});
