import assert from "node:assert/strict";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { type Client, connect } from "../../src/kubernetes/index.ts";
import { until } from "../../src/process/index.ts";
import { obtain } from "../../src/toolchain/index.ts";
import { airworthy } from "../cli/harness.ts";
import { type Place as Folder, place as folder } from "../snapshot/place.ts";
import { type ControlPlane, startControlPlane } from "./control-plane.ts";

const patient = { report: () => {}, signal: new AbortController().signal };

describe("A capture of somebody else's cluster", () => {
  let theirs: ControlPlane;
  let root: Client;
  let here: Folder;
  before(async () => {
    [theirs, here] = [await startControlPlane((await obtain("kubernetes", patient)).directory), await folder()];
    root = connect({ url: theirs.server }, { ca: theirs.ca, token: "admin-token" });
    for (const name of ["shop", "payroll"]) {
      await root.create("/api/v1/namespaces", { apiVersion: "v1", kind: "Namespace", metadata: { name } });
      const body = { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "settings" }, data: { owner: name } };
      await root.create(`/api/v1/namespaces/${name}/configmaps`, body);
    }
  });
  after(async () => {
    root[Symbol.dispose]();
    await theirs[Symbol.asyncDispose]();
    await here[Symbol.asyncDispose]();
  });

  const capture = (out: string, context: string, more: readonly string[], interrupted?: AbortSignal) => {
    const args = ["snapshot", "capture", join(here.root, out), "--context", context, "--kubeconfig", theirs.kubeconfig];
    return airworthy([...args, "--json", ...more], { env: {}, ...(interrupted ? { interrupted } : {}) });
  };
  const shown = async (out: string) =>
    await airworthy(["snapshot", "show", join(here.root, out)], { env: { XDG_CACHE_HOME: here.cache } });
  const watchers = async () => {
    const line = /^apiserver_longrunning_requests\{.*resource="configmaps".*verb="WATCH".*\} (\d+)/gm;
    return [...(await root.get<string>("/metrics")).matchAll(line)].reduce((sum, [, count]) => sum + Number(count), 0);
  };
  /** A capture that is known to have begun: the API server has one more who watches. */
  const begun = async (...args: Parameters<typeof capture>) => {
    const before = await watchers();
    const over = capture(...args);
    assert.ok(await until(async () => (await watchers()) > before, { deadlineMs: 60_000, everyMs: 200 }));
    return { over };
  };

  test("by whoever may only look into one namespace has that one, and says what it could not read.", async () => {
    const denied = await capture("denied", "guest", ["--for", "1s"]);
    assert.equal(denied.exitCode, 5, denied.stderr);
    assert.match(JSON.parse(denied.stdout).error.hint, /--namespace/);

    const binding = {
      ...{ apiVersion: "rbac.authorization.k8s.io/v1", kind: "RoleBinding", metadata: { name: "guest" } },
      roleRef: { apiGroup: "rbac.authorization.k8s.io", kind: "ClusterRole", name: "view" },
      subjects: [{ kind: "User", name: "guest", apiGroup: "rbac.authorization.k8s.io" }],
    };
    await root.create("/apis/rbac.authorization.k8s.io/v1/namespaces/shop/rolebindings", binding);
    const some = await capture("some", "guest", ["--namespace", "shop", "--namespace", "payroll", "--for", "2s"]);
    assert.equal(some.exitCode, 0, some.stderr);
    const { missing } = JSON.parse(some.stdout) as { missing: string[] };
    const line = (start: string) => missing.find((each) => each.startsWith(start)) ?? missing.join("\n");
    assert.match(line("no right to list outside shop: "), /\bConfigMap\b.*\bDeployment\b.*\bPod\b/);
    assert.match(line("no right to list in payroll: "), /\bConfigMap\b.*\bPod\b/);
    assert.match(line("no right to list at all: "), /\bClusterRole\b.*\bNode\b.*\bSecret\b/);
    assert.ok(missing.includes("metrics of kubelets: no right to list nodes"), missing.join("\n"));
    assert.match((await shown("some")).stdout, /note: could not be recorded: no right to list outside shop: /);

    const env = { XDG_CACHE_HOME: here.cache };
    const sql = '{"query": "SELECT key FROM objects WHERE kind = \'ConfigMap\'"}';
    const found = await airworthy(["snapshot", "ask", join(here.root, "some"), "sql", sql], { env });
    assert.match(found.stdout, /shop\/ConfigMap\/settings/);
    assert.ok(!found.stdout.includes("payroll/"), found.stdout);
  });

  test("that is interrupted ends with what there is, and says so.", async () => {
    const interrupt = new AbortController();
    const { over } = await begun("interrupted.tar.zst", "admin", ["--for", "10m"], interrupt.signal);
    interrupt.abort(new DOMException("interrupted", "AbortError"));
    const { exitCode, stdout } = await over;
    assert.equal(exitCode, 130);
    assert.match(JSON.parse(stdout).incomplete.reason, /^interrupted after \d+ of 600 s$/);
    const { stdout: text } = await shown("interrupted.tar.zst");
    assert.match(text, /note: the recording is incomplete: nothing after \d{4}-.*Z: interrupted after/);
  });

  test("that dies in the middle keeps what it had until then, and says since when and why there is no more.", async () => {
    const { over } = await begun("dying", "admin", ["--namespace", "shop", "--for", "10m"]);
    const patch = { body: { data: { owner: "nobody" } }, contentType: "application/merge-patch+json" };
    await root.request("PATCH", "/api/v1/namespaces/shop/configmaps/settings", patch);
    const diedAt = Date.now();
    await theirs[Symbol.asyncDispose]();
    const { exitCode, stdout, stderr } = await over;
    assert.equal(exitCode, 10, stderr);
    const { incomplete, objects } = JSON.parse(stdout) as {
      incomplete: { since: string; reason: string };
      objects: number;
    };
    assert.match(incomplete.reason, /no answer/);
    assert.ok(Date.parse(incomplete.since) <= diedAt + 60_000 && objects > 0);
    const { stdout: text } = await shown("dying");
    assert.match(text, /note: the recording is incomplete: nothing after \d{4}-.*Z: .*no answer/);
    const env = { XDG_CACHE_HOME: here.cache };
    const asked = await airworthy(["snapshot", "ask", join(here.root, "dying"), "changes"], { env });
    assert.match(asked.stderr, /the recording is incomplete/);
  });
});
