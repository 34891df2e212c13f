import assert from "node:assert/strict";
import { test } from "node:test";
import { command, type Group } from "../../src/cli/shell/command.ts";
import { exitCodes } from "../../src/cli/shell/exit.ts";
import { ClusterProblem } from "../../src/cluster/index.ts";
import { ApiProblem } from "../../src/kubernetes/index.ts";
import { Problem } from "../../src/problem/index.ts";
import { ProcessProblem } from "../../src/process/index.ts";
import { ToolchainProblem } from "../../src/toolchain/index.ts";
import { airworthy } from "./harness.ts";

/** A program whose only command throws. */
function throwing(thrown: unknown): Group {
  const fail = command({
    summary: "fails",
    usage: "",
    options: {},
    examples: [],
    run: async () => {
      throw thrown;
    },
  });
  return { summary: "test", commands: { fail: async () => ({ default: fail }) } };
}

test("The exit codes are frozen.", () => {
  assert.deepEqual(exitCodes, {
    ok: 0,
    failed: 1,
    usage: 2,
    notFound: 3,
    missingRequirement: 4,
    refused: 5,
    unproven: 6,
    notPassed: 7,
    unsafe: 8,
    void: 9,
    incomplete: 10,
    timedOut: 124,
    wrapperFailed: 125,
    notExecutable: 126,
    noSuchProgram: 127,
    interrupted: 130,
  });
});

for (const [what, thrown, code] of [
  ["a bug", new TypeError("oops"), 1],
  ["a problem without a code of its own", new Problem("ANYTHING", "no"), 1],
  ["a cluster that did not become ready", new ClusterProblem("NOT_READY", "no"), 1],
  ["an API server that does not answer", new ApiProblem(0, "no"), 1],
  ["a program that failed", new ProcessProblem("FAILED", "no"), 1],
  ["a bad spec", new ClusterProblem("BAD_SPEC", "no"), 2],
  ["a cluster that is not there", new ClusterProblem("NO_SUCH_CLUSTER", "no"), 3],
  ["an object that is not there", new ApiProblem(404, "no"), 3],
  ["an unknown component", new ToolchainProblem("UNKNOWN_COMPONENT", "no"), 3],
  ["a program that is not installed", new ProcessProblem("NOT_FOUND", "no"), 4],
  ["missing packages", new ToolchainProblem("PACKAGES_MISSING", "no"), 4],
  ["something this provider cannot do", new ClusterProblem("NOT_SUPPORTED", "no"), 4],
  ["something that was not allowed", new ClusterProblem("NOT_ALLOWED", "no"), 5],
  ["an API server's refusal", new ApiProblem(403, "no"), 5],
] as const) {
  test(`The exit code of ${what} is ${code}.`, async () => {
    assert.equal((await airworthy(["fail"], { tree: throwing(thrown) })).exitCode, code);
  });
}

test("An interrupted command exits with 130 and says so without a stack.", async () => {
  const interrupted = AbortSignal.abort();
  const heard = await airworthy(["fail"], { tree: throwing(new DOMException("x", "AbortError")), interrupted });
  assert.deepEqual(heard, { exitCode: 130, stdout: "", stderr: "interrupted\n" });
});

test("A usage error exits with 2 and suggests what was meant.", async () => {
  assert.deepEqual(await airworthy(["clutser", "up"]), {
    exitCode: 2,
    stdout: "",
    stderr: 'error: no command "clutser"\nhint: did you mean: airworthy cluster\n',
  });
  assert.deepEqual(await airworthy(["cluster", "lst"]), {
    exitCode: 2,
    stdout: "",
    stderr: 'error: no command "cluster lst"\nhint: did you mean: airworthy cluster list\n',
  });
  const { exitCode, stderr } = await airworthy(["cluster", "up", "--adons", "ingress"]);
  assert.equal(exitCode, 2);
  assert.equal(stderr, "error: cluster up: no option --adons\nhint: did you mean --addons?\n");
});

test("A problem is told in words, with what to do; a bug keeps its stack.", async () => {
  const problem = new Problem("X", "expected a, found b", { hint: "do c" });
  const told = await airworthy(["fail"], { tree: throwing(problem) });
  assert.equal(told.stderr, "error: expected a, found b\nhint: do c\n");
  const bug = await airworthy(["fail"], { tree: throwing(new TypeError("oops")) });
  assert.match(bug.stderr, /^error: this is a bug in airworthy\nTypeError: oops\n {4}at /);
});

test("With --json a failure is JSON on standard output too.", async () => {
  const problem = new Problem("X", "expected a, found b", { hint: "do c" });
  const { stdout } = await airworthy(["fail", "--json"], { tree: throwing(problem) });
  assert.deepEqual(JSON.parse(stdout), {
    error: { code: "X", message: "expected a, found b", hint: "do c", exitCode: 1 },
  });
});

test("Bad specs and providers are usage errors that name the option or the field.", async () => {
  for (const [args, part] of [
    [["--nodes", "0"], "--nodes: expected a number from 1 to 50"],
    [["--nodes", "2", "--node", "name=a"], "--nodes and --node"],
    [["--node", "colour=red"], 'no field "colour"'],
    [["--node", "name=A"], "nodes[0].name: "],
    [["--node", "taints=a"], "expected KEY=VALUE:EFFECT"],
    [["--addons", "mesh"], "addons[0]: "],
    [["--provider", "cloud"], "--provider: expected local or existing"],
    [["--provider", "local", "--kubeconfig", "x"], "--kubeconfig: only for"],
  ] as const) {
    const { exitCode, stderr } = await airworthy(["cluster", "up", ...args]);
    assert.equal(exitCode, 2, stderr);
    assert.ok(stderr.includes(part), stderr);
  }
});

test("A context must be named, and a kubeconfig must be there.", async () => {
  const refused = await airworthy(["cluster", "list", "--provider", "existing", "--kubeconfig", "/no/such"]);
  assert.equal(refused.exitCode, 3);
  assert.match(refused.stderr, /\/no\/such: no such kubeconfig/);
});
