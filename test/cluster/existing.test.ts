import assert from "node:assert/strict";
import { existsSync, readdirSync, statSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { parse, stringify } from "yaml";
import { defaultSpec, type ExistingOptions, existingProvider } from "../../src/cluster/index.ts";
import { type ApiProblem, type Client, connect } from "../../src/kubernetes/index.ts";
import { until } from "../../src/process/index.ts";
import { obtain } from "../../src/toolchain/index.ts";
import { clusterContract } from "./contract.ts";
import { type ControlPlane, startControlPlane } from "./control-plane.ts";

let theirs: ControlPlane;
let bin: string;
let root: Client;
const patient = { report: () => {}, signal: new AbortController().signal };

before(async () => {
  bin = (await obtain("kubernetes", patient)).directory;
  theirs = await startControlPlane(bin);
  root = connect({ url: theirs.server }, { ca: theirs.ca, token: "admin-token" });
});
after(async () => {
  root[Symbol.dispose]();
  await theirs[Symbol.asyncDispose]();
});

const provider = (options: Partial<ExistingOptions> = {}) =>
  existingProvider({ kubeconfig: theirs.kubeconfig, context: "admin", tools: [bin], ...options });

const namespaces = async () => (await root.list("/api/v1/namespaces")).items.map((each) => each.metadata.name);

clusterContract("existing", () => provider(), {
  leftovers: async (name) => (await namespaces()).filter((each) => each.includes(name)),
});

describe("An existing cluster", () => {
  test("is not touched where no context was named, although one is current.", async () => {
    await assert.rejects(provider({ context: undefined }).list(), (problem: { code: string; hint: string }) => {
      assert.equal(problem.code, "NOT_ALLOWED");
      assert.match(problem.hint, /admin, guest/);
      return true;
    });
  });

  test("is refused for a context that may not make and delete namespaces.", async () => {
    const made = provider({ context: "guest" }).create(defaultSpec("guest"), patient);
    await assert.rejects(made, { code: "NOT_ALLOWED", message: /may not create namespaces/ });
  });

  test("keeps a namespace of the same name that somebody else made.", async () => {
    const metadata = { name: "airworthy-taken" };
    await root.create("/api/v1/namespaces", { apiVersion: "v1", kind: "Namespace", metadata });
    await assert.rejects(provider().create(defaultSpec("taken"), patient), { code: "NAME_IN_USE" });
    await provider().destroy("taken");
    assert.ok((await namespaces()).includes("airworthy-taken"));
  });

  test("loses all namespaces that were made when a later one cannot be.", async () => {
    const names = () => ["first-of-two", "kube-system"];
    await assert.rejects(provider({ namespaces: names }).create(defaultSpec("two"), patient), { code: "NAME_IN_USE" });
    assert.equal((await namespaces()).includes("first-of-two"), false);
  });

  test("gives no rights in namespaces that are not ours, nor on the whole cluster.", async () => {
    await using cluster = await provider().create(defaultSpec("narrow"), patient);
    const rules = [{ apiGroups: [""], resources: ["nodes"], verbs: ["list"] }];
    await assert.rejects(cluster.identify({ name: "a", namespaces: { default: rules } }), { code: "NOT_ALLOWED" });
    await assert.rejects(cluster.identify({ name: "a", cluster: rules }), { code: "NOT_ALLOWED" });
    assert.equal(cluster.capabilities.has("cluster-scope"), false);
  });

  test("gives rights on the whole cluster where that was allowed, and takes them away at the end.", async () => {
    const rules = [{ apiGroups: [""], resources: ["nodes"], verbs: ["list"] }];
    const roles = async () => (await root.list("/apis/rbac.authorization.k8s.io/v1/clusterroles")).items;
    {
      await using cluster = await provider({ clusterScope: true }).create(defaultSpec("wide"), patient);
      assert.ok(cluster.capabilities.has("cluster-scope"));
      const { kubeconfig } = await cluster.identify({ name: "a", cluster: rules });
      const { token } = (parse(kubeconfig) as { users: { user: { token: string } }[] }).users[0]?.user ?? {};
      using client = connect({ url: theirs.server }, { ca: theirs.ca, token });
      assert.deepEqual((await client.list("/api/v1/nodes")).items, []);
      await assert.rejects(client.list("/api/v1/namespaces"), { code: "DENIED" });
    }
    assert.equal(
      (await roles()).some((role) => role.metadata.name.includes("wide")),
      false,
    );
  });

  test("leaves the administrator's credentials on disk only while a program may need them.", async () => {
    const cluster = await provider().create(defaultSpec("quiet"), patient);
    const files = () => readdirSync(tmpdir()).filter((name) => name.startsWith("airworthy-kubeconfig-"));
    const before = files();
    const { env } = cluster.command("true", []);
    assert.equal(files().length, before.length + 1);
    assert.equal(statSync(env.KUBECONFIG ?? "").mode & 0o777, 0o600);
    await cluster[Symbol.asyncDispose]();
    assert.deepEqual(files(), before);
    assert.equal(existsSync(env.KUBECONFIG ?? ""), false);
  });

  test("is attached to by name, and detaching leaves it as it was.", async () => {
    await using made = await provider().create(defaultSpec("stays"), patient);
    {
      await using attached = await provider().attach("stays");
      assert.deepEqual(attached.namespaces, made.namespaces);
    }
    assert.ok((await namespaces()).includes("airworthy-stays"));
    await assert.rejects(provider().attach("never-was"), { code: "NO_SUCH_CLUSTER" });
  });

  test("says what it cannot give where the spec asks for more than it has.", async () => {
    const spec = {
      ...defaultSpec("more"),
      nodes: [{ name: "a", labels: { role: "db" } }, { name: "b" }],
      addons: ["ingress" as const],
    };
    await assert.rejects(provider().create(spec, patient), (problem: { code: string; message: string }) => {
      assert.equal(problem.code, "NOT_SUPPORTED");
      for (const part of ["nodes[0].labels: ", "nodes: expected 2", "addons: ingress: no IngressClass"]) {
        assert.ok(problem.message.includes(part), problem.message);
      }
      return true;
    });
  });

  test("sees storage, ingress and DNS as soon as they are there, and believes no more than that.", async () => {
    const before = await provider().create(defaultSpec("probed"), patient);
    await before[Symbol.asyncDispose]();
    for (const lacking of ["storage", "ingress", "dns", "metrics", "network-policy", "audit-log"] as const) {
      assert.ok(before.missing.get(lacking), lacking);
    }
    const annotations = { "storageclass.kubernetes.io/is-default-class": "true" };
    await root.create("/apis/storage.k8s.io/v1/storageclasses", {
      ...{ apiVersion: "storage.k8s.io/v1", kind: "StorageClass", provisioner: "example.com/none" },
      metadata: { name: "standard", annotations },
    });
    await root.create("/apis/networking.k8s.io/v1/ingressclasses", {
      ...{ apiVersion: "networking.k8s.io/v1", kind: "IngressClass", metadata: { name: "some" } },
      spec: { controller: "example.com/none" },
    });
    await root.create("/apis/discovery.k8s.io/v1/namespaces/kube-system/endpointslices", {
      ...{ apiVersion: "discovery.k8s.io/v1", kind: "EndpointSlice", addressType: "IPv4" },
      metadata: { name: "kube-dns-1", labels: { "k8s-app": "kube-dns" } },
      endpoints: [{ addresses: ["10.0.0.7"], conditions: { ready: true } }],
    });
    await using cluster = await provider().create(defaultSpec("probed"), patient);
    for (const there of ["storage", "ingress", "dns"] as const) assert.ok(cluster.capabilities.has(there), there);
    for (const lacking of ["metrics", "network-policy"] as const) assert.ok(cluster.missing.has(lacking), lacking);
  });

  test("is reached with a token that a credential plugin prints.", async () => {
    const credential = {
      apiVersion: "client.authentication.k8s.io/v1",
      kind: "ExecCredential",
      status: { token: "admin-token" },
    };
    const exec = {
      apiVersion: credential.apiVersion,
      command: "sh",
      args: ["-c", `test -n "$KUBERNETES_EXEC_INFO" && echo '${JSON.stringify(credential)}'`],
    };
    const cluster = { server: theirs.server, "certificate-authority": "certs/apiserver.crt" };
    const file = join(theirs.folder, "exec.kubeconfig");
    await writeFile(
      file,
      stringify({
        clusters: [{ name: "c", cluster }],
        users: [{ name: "u", user: { exec } }],
        contexts: [{ name: "x", context: { cluster: "c", user: "u" } }],
      }),
    );
    assert.deepEqual(await provider({ kubeconfig: file, context: "x" }).list(), []);
  });

  test("is still reached when the token it was first given has expired meanwhile.", async () => {
    const tokenFile = join(theirs.folder, "token");
    const config = parse(await readFile(theirs.kubeconfig, "utf8")) as { users: { name: string; user: object }[] };
    const users = config.users.map((each) => (each.name === "admin" ? { ...each, user: { tokenFile } } : each));
    const kubeconfig = join(theirs.folder, "renewed.kubeconfig");
    await writeFile(kubeconfig, stringify({ ...config, users }));
    const issued = await root.create("/api/v1/namespaces/default/serviceaccounts", account("passing"));
    assert.equal(issued.metadata.name, "passing");
    await root.create("/apis/rbac.authorization.k8s.io/v1/clusterrolebindings", {
      ...{ apiVersion: "rbac.authorization.k8s.io/v1", kind: "ClusterRoleBinding", metadata: { name: "passing" } },
      roleRef: { apiGroup: "rbac.authorization.k8s.io", kind: "ClusterRole", name: "cluster-admin" },
      subjects: [{ kind: "ServiceAccount", name: "passing", namespace: "default" }],
    });
    const request = { apiVersion: "authentication.k8s.io/v1", kind: "TokenRequest", spec: {} };
    const answer = await root.create("/api/v1/namespaces/default/serviceaccounts/passing/token", request);
    const token = String(answer.status.token);
    await writeFile(tokenFile, token);

    await using cluster = await provider({ kubeconfig }).create(defaultSpec("renewed"), patient);
    // Without its account a token is worth nothing, as if its time were over.
    await root.remove("/api/v1/namespaces/default/serviceaccounts/passing");
    using stale = connect({ url: theirs.server }, { ca: theirs.ca, token });
    const refused = () =>
      stale.list("/api/v1/namespaces").then(
        () => false,
        (thrown: ApiProblem) => thrown.status === 401,
      );
    assert.ok(await until(refused, { deadlineMs: 60_000, everyMs: 200 }), "the server forgets it after a moment");
    await writeFile(tokenFile, "admin-token\n");
    const reads = [1, 2, 3].map(() => cluster.client.list("/api/v1/namespaces"));
    for (const list of await Promise.all(reads)) assert.ok(list.items.length > 0);
  });
});

function account(name: string): object {
  return { apiVersion: "v1", kind: "ServiceAccount", metadata: { name } };
}
