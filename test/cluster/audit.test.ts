import assert from "node:assert/strict";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import type { Identity } from "../../src/cluster/index.ts";
import { run } from "../../src/process/index.ts";
import { idle, images, pod, workload } from "./drafts.ts";
import { openPlace, type Place } from "./place.ts";

/** A line of the audit log, as far as these tests read it. */
interface Entry {
  readonly level: string;
  readonly verb: string;
  readonly requestURI: string;
  readonly user: { readonly username: string; readonly groups: readonly string[] };
  readonly impersonatedUser?: { readonly username: string };
  readonly objectRef?: {
    readonly resource: string;
    readonly subresource?: string;
    readonly namespace?: string;
    readonly name?: string;
  };
  readonly responseStatus?: { readonly code: number };
  readonly requestObject?: { readonly data?: unknown; readonly metadata?: { readonly name?: string } };
  readonly responseObject?: { readonly metadata?: { readonly uid?: string } };
  readonly annotations?: Readonly<Record<string, string>>;
}

const configMaps = { apiGroups: [""], resources: ["configmaps"], verbs: ["get", "create", "patch", "delete"] };
const execs = { apiGroups: [""], resources: ["pods", "pods/exec"], verbs: ["get", "create"] };

describe("The audit log", () => {
  let place: Place;
  let folder: string;
  const identities = new Map<string, Identity>();
  before(async () => {
    place = await openPlace("audit");
    folder = await mkdtemp(join(tmpdir(), "airworthy-audit-"));
    for (const name of ["alice", "bob"]) {
      const identity = await place.cluster.identify({
        name: `${name}-${place.namespace}`,
        namespaces: { [place.namespace]: name === "alice" ? [configMaps, execs] : [configMaps] },
      });
      identities.set(name, identity);
      await writeFile(join(folder, name), identity.kubeconfig, { mode: 0o600 });
    }
  });
  after(async () => {
    await place[Symbol.asyncDispose]();
    await rm(folder, { recursive: true, force: true });
  });

  const as = async (who: string, ...args: string[]) => {
    const {
      file,
      args: all,
      env,
    } = place.cluster.command("kubectl", ["-n", place.namespace, ...args], join(folder, who));
    return run(file, all, { env, allowFailure: true });
  };
  const userOf = (who: string) => identities.get(who)?.user ?? "";
  const entries = async () => {
    const text = await readFile(place.cluster.auditLog ?? "", "utf8");
    const lines = text.slice(0, text.lastIndexOf("\n")).split("\n");
    // Only what concerns this namespace: the log is the whole cluster's.
    return lines.filter((line) => line.includes(place.namespace)).map((line) => JSON.parse(line) as Entry);
  };
  /** The API server writes an entry when its answer is complete, which the caller may have a moment earlier. */
  const entry = (what: string, match: (entry: Entry) => boolean) =>
    place.eventually(`the audit log has ${what}`, async () => (await entries()).find(match));

  test("holds an identity's writes under its own name, with what was asked for and what came of it.", async () => {
    assert.equal((await as("alice", "create", "configmap", "note", "--from-literal=word=hello")).code, 0);
    const created = await entry(
      "the creation",
      (each) => each.verb === "create" && each.user.username === userOf("alice"),
    );
    assert.equal(created.level, "RequestResponse");
    assert.equal(created.responseStatus?.code, 201);
    assert.deepEqual(created.requestObject?.data, { word: "hello" });
    assert.equal(created.responseObject?.metadata?.uid, (await place.find("v1", "ConfigMap", "note"))?.metadata.uid);
    assert.ok(created.user.groups.includes("airworthy:identities"));

    await as("alice", "patch", "configmap", "note", "-p", '{"data":{"word":"goodbye"}}');
    const patched = await entry("the patch", (each) => each.verb === "patch" && each.objectRef?.name === "note");
    assert.deepEqual(patched.requestObject?.data, { word: "goodbye" });
    await as("alice", "delete", "configmap", "note");
    const deleted = await entry("the deletion", (each) => each.verb === "delete" && each.objectRef?.name === "note");
    assert.equal(deleted.user.username, userOf("alice"));
    assert.equal(deleted.responseStatus?.code, 200);
  });

  test("holds what was attempted and denied.", async () => {
    const attempt = await as("bob", "create", "secret", "generic", "loot");
    assert.match(attempt.stderr, /forbidden/);
    const denied = await entry(
      "the attempt",
      (each) => each.objectRef?.resource === "secrets" && each.verb === "create",
    );
    assert.equal(denied.user.username, userOf("bob"));
    assert.equal(denied.responseStatus?.code, 403);
    assert.equal(denied.annotations?.["authorization.k8s.io/decision"], "forbid");

    await as("bob", "get", "secrets");
    const read = await entry(
      "the attempt to read",
      (each) => each.objectRef?.resource === "secrets" && each.verb === "list",
    );
    assert.equal(read.responseStatus?.code, 403);
  });

  test("tells reads without their content.", async () => {
    await place.make({ apiVersion: "v1", kind: "ConfigMap", metadata: { name: "page" }, data: { text: "long" } });
    assert.equal((await as("bob", "get", "configmap", "page")).code, 0);
    const read = await entry("the read", (each) => each.verb === "get" && each.objectRef?.name === "page");
    assert.equal(read.user.username, userOf("bob"));
    assert.equal(read.level, "Metadata");
    assert.equal(read.requestObject, undefined);
    assert.equal(read.responseObject, undefined);
  });

  test("keeps the administrator, controllers and identities apart.", async () => {
    for (const who of ["alice", "bob"]) await as(who, "create", "configmap", `by-${who}`);
    await place.make(workload("Deployment", "web", { run: idle }));
    await place.readyPods("app=web", 1);
    const creator = async (resource: string, name: RegExp) => {
      const found = await entry(`the creation of ${name}`, (each) => {
        const made = each.objectRef?.name ?? each.requestObject?.metadata?.name ?? "";
        return (
          each.verb === "create" &&
          each.objectRef?.resource === resource &&
          !each.objectRef.subresource &&
          name.test(made)
        );
      });
      return found.user.username;
    };
    assert.equal(await creator("configmaps", /^by-alice$/), userOf("alice"));
    assert.equal(await creator("configmaps", /^by-bob$/), userOf("bob"));
    assert.equal(await creator("deployments", /^web$/), "airworthy-admin");
    const controller = "system:serviceaccount:kube-system:";
    assert.equal(await creator("replicasets", /^web-/), `${controller}deployment-controller`);
    const pods = await entry(
      "the pod's creation",
      (each) =>
        each.verb === "create" && each.objectRef?.resource === "pods" && each.user.username.startsWith(controller),
    );
    assert.equal(pods.user.username, `${controller}replicaset-controller`);
    const bound = await entry("the binding", (each) => each.objectRef?.subresource === "binding");
    assert.equal(bound.user.username, "system:kube-scheduler");
    const status = await entry(
      "the kubelet's word",
      (each) => each.objectRef?.resource === "pods" && each.objectRef.subresource === "status",
    );
    assert.match(status.user.username, /^system:node:node-[12]$/);
  });

  test("names the ServiceAccount behind a pod's token.", async () => {
    await place.kubectl("create", "serviceaccount", "robot");
    await place.kubectl("create", "role", "writes", "--verb=create", "--resource=configmaps");
    await place.kubectl(
      "create",
      "rolebinding",
      "writes",
      "--role=writes",
      `--serviceaccount=${place.namespace}:robot`,
    );
    await place.make(pod("robot", { image: images.toolbox, spec: { serviceAccountName: "robot" } }));
    await place.ready("robot");
    await place.exec("robot", "kubectl", "create", "configmap", "by-robot");
    const made = await entry(
      "the creation",
      (each) => each.objectRef?.name === "by-robot" || each.requestObject?.metadata?.name === "by-robot",
    );
    assert.equal(made.user.username, `system:serviceaccount:${place.namespace}:robot`);
  });

  test("holds commands that were run in pods, and by whom.", async () => {
    await place.make(pod("target"));
    await place.ready("target");
    assert.equal((await as("alice", "exec", "target", "--", "rm", "-f", "/tmp/none")).code, 0);
    const ran = await entry(
      "the command",
      ({ objectRef }) => objectRef?.subresource === "exec" && objectRef.name === "target",
    );
    assert.equal(ran.user.username, userOf("alice"));
    assert.deepEqual(new URL(ran.requestURI, "https://any").searchParams.getAll("command"), ["rm", "-f", "/tmp/none"]);
  });

  test("tells who acted in another's name.", async () => {
    await place.kubectl("create", "configmap", "borrowed", `--as=${userOf("bob")}`);
    const borrowed = await entry("the creation", (each) => each.impersonatedUser !== undefined);
    assert.equal(borrowed.user.username, "airworthy-admin");
    assert.equal(borrowed.impersonatedUser?.username, userOf("bob"));
  });
});
