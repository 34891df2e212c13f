import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { stringify } from "yaml";
import { selectContext } from "./kubeconfig.ts";

const folder = mkdtempSync(join(tmpdir(), "airworthy-test-"));
after(() => rmSync(folder, { recursive: true }));

function file(name: string, content: object | string): string {
  const path = join(folder, name);
  writeFileSync(path, typeof content === "string" ? content : stringify(content));
  return path;
}

const entries = (server: string, token: string) => ({
  clusters: [{ name: "c", cluster: { server, "certificate-authority": "ca.crt" } }],
  users: [{ name: "u", user: { token } }],
  contexts: [{ name: "x", context: { cluster: "c", user: "u", namespace: "n" } }],
});

function refusal(code: string, ...parts: string[]) {
  return (problem: { code: string; message: string; hint?: string }) => {
    assert.equal(problem.code, code);
    for (const part of parts) assert.ok(`${problem.message}\n${problem.hint}`.includes(part), problem.message);
    return true;
  };
}

test("A context leads to its cluster and user, and paths are relative to their file.", () => {
  const kubeconfig = file("one", entries("https://one", "t1"));
  const selected = selectContext("x", { kubeconfig });
  assert.equal(selected.cluster.server, "https://one");
  assert.equal(selected.cluster["certificate-authority"], join(folder, "ca.crt"));
  assert.equal(selected.user.token, "t1");
  assert.equal(selected.namespace, "n");
});

test("Of several files in KUBECONFIG the first to name an entry wins, and missing files are skipped.", () => {
  const first = file("first", { users: [{ name: "u", user: { token: "first" } }], clusters: null });
  const second = file("second", entries("https://two", "second"));
  const selected = selectContext("x", { env: { KUBECONFIG: `${join(folder, "nowhere")}::${first}:${second}` } });
  assert.equal(selected.user.token, "first");
  assert.equal(selected.cluster.server, "https://two");
});

test("Without KUBECONFIG the file in the home directory is read.", () => {
  assert.throws(
    () => selectContext("x", { env: { HOME: folder } }),
    refusal("NO_SUCH_FILE", join(folder, ".kube/config"), "--kubeconfig"),
  );
});

test("A file that does not exist is named.", () => {
  assert.throws(() => selectContext("x", { kubeconfig: "/no/such" }), refusal("NO_SUCH_FILE", "/no/such"));
});

test("The current context is never used by itself.", () => {
  const kubeconfig = file("current", { ...entries("https://one", "t"), "current-context": "x" });
  assert.throws(() => selectContext(undefined, { kubeconfig }), refusal("NOT_ALLOWED", "--context", "x"));
});

test("An unknown context is refused with those that are there.", () => {
  const kubeconfig = file("known", entries("https://one", "t"));
  assert.throws(() => selectContext("y", { kubeconfig }), refusal("NO_SUCH_CONTEXT", '"y"', "contexts there: x"));
  const empty = file("empty", "");
  assert.throws(() => selectContext("y", { kubeconfig: empty }), refusal("NO_SUCH_CONTEXT", "holds no contexts"));
});

test("A context that leads to nothing is refused with its field.", () => {
  const { contexts } = entries("https://one", "t");
  const kubeconfig = file("dangling", { contexts });
  const where = `${kubeconfig}: contexts[0].context.cluster: no cluster "c"`;
  assert.throws(() => selectContext("x", { kubeconfig }), refusal("BAD_KUBECONFIG", where));
});

for (const [what, content, part] of [
  ["YAML that does not parse", "a: [", "expected a kubeconfig"],
  ["something else than a kubeconfig", "- 1\n- 2\n", "the file: "],
  ["a server that is no URL", entries("one:two", "t"), "clusters[0].cluster.server: expected an http or https URL"],
  ["a list that is none", { ...entries("https://one", "t"), users: {} }, "users: "],
] as const) {
  test(`A file with ${what} is refused with file and field.`, () => {
    const kubeconfig = file("broken", content);
    assert.throws(() => selectContext("x", { kubeconfig }), refusal("BAD_KUBECONFIG", kubeconfig, part));
  });
}
