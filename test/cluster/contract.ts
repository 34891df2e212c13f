import assert from "node:assert/strict";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import type { Cluster, ClusterProvider, ClusterSpec } from "../../src/cluster/index.ts";
import { defaultSpec } from "../../src/cluster/index.ts";
import { run } from "../../src/process/index.ts";

export interface ContractOptions {
  /** Says what is left of a cluster that was destroyed, one line for each thing; nothing if all is well. */
  readonly leftovers: (name: string) => Promise<readonly string[]>;
}

const patient = { report: () => {}, signal: new AbortController().signal };
const podReader = [{ apiGroups: [""], resources: ["pods"], verbs: ["get", "list"] }];

/** What every provider promises. The tests build on one another: they tell the life of one cluster. */
export function clusterContract(
  title: string,
  makeProvider: () => ClusterProvider | Promise<ClusterProvider>,
  options: ContractOptions,
): void {
  describe(`The ${title} provider`, () => {
    const name = `contract-${process.pid}`;
    let provider: ClusterProvider;
    let cluster: Cluster;
    let namespace: string;
    let folder: string;

    before(async () => {
      provider = await makeProvider();
      cluster = await provider.create(defaultSpec(name), patient);
      namespace = cluster.namespaces?.[0] ?? "default";
      folder = await mkdtemp(join(tmpdir(), "airworthy-contract-"));
    });
    after(async () => {
      await cluster?.[Symbol.asyncDispose]();
      await rm(folder, { recursive: true, force: true });
    });

    const kubectl = async (args: readonly string[], kubeconfig?: string) => {
      const { file, args: all, env } = cluster.command("kubectl", args, kubeconfig);
      return run(file, all, { env, allowFailure: true });
    };

    test("gives a client with which objects are made and read.", async () => {
      const path = `/api/v1/namespaces/${namespace}/configmaps`;
      const object = { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "probe" }, data: { word: "hello" } };
      await cluster.client.create(path, object);
      assert.deepEqual((await cluster.client.get(`${path}/probe`)).data, { word: "hello" });
    });

    test("says of each capability either that it is there or why it is not.", () => {
      const names = ["audit-log", "dns", "network-policy", "nodes", "storage", "metrics", "ingress"] as const;
      for (const each of [...names, "cluster-scope", "stand-in-images"] as const) {
        const reason = cluster.missing.get(each);
        assert.equal(cluster.capabilities.has(each), reason === undefined, each);
        if (reason !== undefined) assert.ok(reason.length > 5, each);
      }
    });

    test("runs kubectl as the administrator where nobody else is named.", async () => {
      const exit = await kubectl(["get", "configmap", "probe", "-n", namespace, "-o", "jsonpath={.data.word}"]);
      assert.equal(exit.code, 0, exit.stderr);
      assert.equal(exit.stdout, "hello");
    });

    test("passes a program's exit code and arguments on untouched.", async () => {
      const { file, args, env } = cluster.command("sh", ["-c", 'printf "%s|" "$@"; exit 7', "sh", "a b", "*", ""]);
      const exit = await run(file, args, { env, allowFailure: true });
      assert.equal(exit.code, 7);
      assert.equal(exit.stdout, "a b|*||");
    });

    test("makes an identity that the API server knows by its own name and that has its rights and no other.", async () => {
      const identity = await cluster.identify({ name: "reader", namespaces: { [namespace]: podReader } });
      const file = join(folder, "reader.kubeconfig");
      await writeFile(file, identity.kubeconfig, { mode: 0o600 });

      const who = await kubectl(["auth", "whoami", "-o", "jsonpath={.status.userInfo.username}"], file);
      assert.equal(who.stdout, identity.user, who.stderr);
      const admin = await kubectl(["auth", "whoami", "-o", "jsonpath={.status.userInfo.username}"]);
      assert.notEqual(admin.stdout, identity.user);

      assert.equal((await kubectl(["get", "pods", "-n", namespace], file)).code, 0);
      for (const forbidden of [
        ["get", "secrets", "-n", namespace],
        ["get", "pods", "-n", "kube-system"],
        ["get", "namespaces"],
        ["delete", "configmap", "probe", "-n", namespace],
      ]) {
        const exit = await kubectl(forbidden, file);
        assert.notEqual(exit.code, 0, forbidden.join(" "));
        assert.match(exit.stderr, /Forbidden|forbidden/, forbidden.join(" "));
      }
    });

    test("takes rights away when the same identity is asked for with fewer.", async () => {
      const { kubeconfig } = await cluster.identify({ name: "reader" });
      const file = join(folder, "less.kubeconfig");
      await writeFile(file, kubeconfig, { mode: 0o600 });
      // Authorizers learn of a change by watching, a moment after it was made.
      let exit = await kubectl(["get", "pods", "-n", namespace], file);
      for (let tries = 0; exit.code === 0 && tries < 50; tries += 1) {
        exit = await kubectl(["get", "pods", "-n", namespace], file);
      }
      assert.match(exit.stderr, /forbidden/i);
    });

    test("lists the cluster as ready, with the spec it was made from.", async () => {
      const ref = (await provider.list()).find((each) => each.name === name);
      assert.ok(ref);
      assert.equal(ref.state, "ready");
      assert.deepEqual(ref.spec, defaultSpec(name));
      assert.ok(Math.abs(Date.now() - Date.parse(ref.since)) < 3_600_000, ref.since);
    });

    test("refuses a second cluster of the same name and leaves the first alone.", async () => {
      await assert.rejects(provider.create(defaultSpec(name), patient), { code: "NAME_IN_USE" });
      assert.ok(await cluster.client.find(`/api/v1/namespaces/${namespace}/configmaps/probe`));
    });

    for (const [what, change, field] of [
      ["a bad name", { name: "Not_A_Name" }, "name"],
      ["no nodes", { nodes: [] }, "nodes"],
      ["two nodes of one name", { nodes: [{ name: "a" }, { name: "a" }] }, "nodes[1].name"],
      ["a bad quantity", { nodes: [{ name: "a", capacity: { memory: "big" } }] }, "nodes[0].capacity.memory"],
    ] as [string, Partial<ClusterSpec>, string][]) {
      test(`refuses a spec with ${what}, naming the field.`, async () => {
        const spec = { ...defaultSpec(`${name}-bad`), ...change };
        await assert.rejects(provider.create(spec, patient), (problem: { code: string; message: string }) => {
          assert.equal(problem.code, "BAD_SPEC");
          assert.ok(problem.message.includes(`${field}: `), problem.message);
          return true;
        });
        assert.deepEqual(await options.leftovers(spec.name), []);
      });
    }

    test("stops making a cluster when it is told to, and leaves nothing of it.", async () => {
      const over = new AbortController();
      const interrupted = provider.create(defaultSpec(`${name}-cut`), {
        report: () => over.abort(),
        signal: over.signal,
      });
      await assert.rejects(interrupted, { name: "AbortError" });
      assert.deepEqual(await options.leftovers(`${name}-cut`), []);
    });

    test("destroys the cluster so that nothing is left.", async () => {
      await provider.destroy(name);
      assert.deepEqual(await options.leftovers(name), []);
      assert.equal(
        (await provider.list()).some((each) => each.name === name),
        false,
      );
    });

    test("succeeds at destroying what is not there.", async () => {
      await provider.destroy(name);
      await provider.destroy("never-was");
    });
  });
}
