import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { createInterface } from "node:readline";
import { after, before, test } from "node:test";
import { type Cluster, existingProvider } from "../../src/cluster/index.ts";
import { run } from "../../src/process/index.ts";
import { sharedCluster, sharedName } from "./shared.ts";

let shared: Cluster;
before(async () => {
  shared = await sharedCluster();
});
after(() => shared[Symbol.asyncDispose]());

const main = "src/cli/main.ts";
const airworthy = (args: readonly string[], options: { input?: string; env?: NodeJS.ProcessEnv } = {}) =>
  run(process.execPath, [main, ...args], {
    input: options.input,
    env: { ...process.env, ...options.env },
    allowFailure: true,
  });

test("A cluster's life on the command line: up, listed, refused a second time, down, down again.", async () => {
  const name = `cli-${process.pid}`;
  const up = await airworthy(["cluster", "up", "--name", name, "--json"]);
  try {
    assert.equal(up.code, 0, up.stderr);
    assert.equal(JSON.parse(up.stdout).state, "ready");
    assert.match(up.stderr, /^ok start machines/m);

    const again = await airworthy(["cluster", "up", "--name", name]);
    assert.equal(again.code, 1);
    assert.match(again.stderr, /^error: .*the name is in use\nhint: /m);

    const list = await airworthy(["cluster", "list"]);
    assert.match(list.stdout, new RegExp(`^${name} +ready +node-1 +- `, "m"));
  } finally {
    const down = await airworthy(["cluster", "down", name]);
    assert.equal(down.code, 0, down.stderr);
  }
  assert.equal((await airworthy(["cluster", "down", name])).code, 0);
  const gone = await airworthy(["cluster", "kubeconfig", name]);
  assert.equal(gone.code, 3);
  assert.match(gone.stderr, /there is none of that name/);
});

test("A cluster that is interrupted while it is made exits with 130 and is not there.", async () => {
  const name = `cut-${process.pid}`;
  const child = spawn(process.execPath, [main, "cluster", "up", "--name", name], {
    stdio: ["ignore", "ignore", "pipe"],
  });
  const exited = once(child, "exit");
  const lines = createInterface({ input: child.stderr });
  await once(lines, "line");
  child.kill("SIGINT");
  assert.deepEqual(await exited, [130, null]);
  const { stdout } = await airworthy(["cluster", "list", "--json"]);
  assert.equal(
    (JSON.parse(stdout) as { name: string }[]).some((ref) => ref.name === name),
    false,
  );
});

test("exec leaves input, output and exit code to the program.", async () => {
  const script = 'cat; echo to-stderr >&2; printf "%s|" "$@"; exit 9';
  const exit = await airworthy(["cluster", "exec", sharedName, "--", "sh", "-c", script, "sh", "--json", "a b"], {
    input: "line\n",
  });
  assert.equal(exit.code, 9);
  assert.equal(exit.stdout, "line\n--json|a b|");
  assert.equal(exit.stderr, "to-stderr\n");
});

test("exec finds kubectl, the cluster's names and its API.", async () => {
  const nodes = await airworthy(["cluster", "exec", sharedName, "--", "kubectl", "get", "nodes", "-o", "name"]);
  assert.equal(nodes.stdout, "node/node-1\nnode/node-2\n", nodes.stderr);
  const lookup = ["getent", "hosts", "kubernetes.default.svc.cluster.local"];
  const names = await airworthy(["cluster", "exec", sharedName, "--", ...lookup]);
  assert.match(names.stdout, /^10\.\S+ +kubernetes\.default/, names.stderr);
});

test("exec with --json captures what the program says.", async () => {
  const exit = await airworthy([
    "cluster",
    "exec",
    sharedName,
    "--json",
    "--",
    "sh",
    "-c",
    "echo out; echo err >&2; exit 4",
  ]);
  assert.equal(exit.code, 4);
  assert.deepEqual(JSON.parse(exit.stdout), { exitCode: 4, stdout: "out\n", stderr: "err\n" });
});

test("shell gives kubectl, helm, a kubeconfig and the cluster's name to $SHELL, and passes its exit code on.", async () => {
  const exit = await airworthy(["cluster", "shell", sharedName], {
    input: 'echo "$PS1$AIRWORTHY_CLUSTER"\nkubectl get ns default -o name\nhelm version --short\nexit 3\n',
    env: { SHELL: "/bin/sh" },
  });
  assert.equal(exit.code, 3, exit.stderr);
  assert.match(exit.stdout, new RegExp(`^\\(${sharedName}\\) \\$ ${sharedName}\nnamespace/default\nv\\d`));
});

test("kubeconfig prints the file and says on standard error where it is good.", async () => {
  const exit = await airworthy(["cluster", "kubeconfig", sharedName]);
  assert.equal(exit.stdout, shared.kubeconfig);
  assert.match(exit.stderr, /cluster shell .*cluster proxy/);
});

test("proxy makes the API reachable from this machine until it is interrupted, and leaves nothing.", async () => {
  const child = spawn(process.execPath, [main, "cluster", "proxy", sharedName, "--json"], {
    stdio: ["ignore", "pipe", "ignore"],
  });
  const exited = once(child, "exit");
  const [line] = (await once(createInterface({ input: child.stdout }), "line")) as [string];
  const { kubeconfig, server } = JSON.parse(line) as { kubeconfig: string; server: string };
  assert.match(server, /^https:\/\/127\.0\.0\.1:\d+$/);

  // Through it, a cluster of ours is an existing one like any other.
  const provider = existingProvider({ kubeconfig, context: sharedName });
  const part = {
    name: "part",
    nodes: [{ name: "a" }, { name: "b" }],
    addons: ["metrics-server"],
    profile: "plain",
  } as const;
  {
    await using cluster = await provider.create(part, { report: () => {}, signal: new AbortController().signal });
    assert.deepEqual(cluster.namespaces, ["airworthy-part"]);
    for (const there of ["dns", "storage", "metrics"] as const) assert.ok(cluster.capabilities.has(there), there);
  }
  assert.deepEqual(await provider.list(), []);

  child.kill("SIGINT");
  assert.deepEqual(await exited, [0, null]);
  assert.equal(existsSync(kubeconfig), false);
  await assert.rejects(provider.list(), { code: "NO_SUCH_FILE" });
});
