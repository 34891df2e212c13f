import assert from "node:assert/strict";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { judgeAuthority, readAudit, type Write, writesOf } from "../../src/audit/index.ts";
import type { Identity } from "../../src/cluster/index.ts";
import { run } from "../../src/process/index.ts";
import { images, podSpec } from "./drafts.ts";
import { openPlace, type Place } from "./place.ts";

const all = { apiGroups: ["", "apps", "batch"], resources: ["*"], verbs: ["*"] };

describe("What an agent did to a real cluster, by its audit log,", () => {
  let place: Place;
  let folder: string;
  let agent: Identity;
  before(async () => {
    place = await openPlace("authority");
    folder = await mkdtemp(join(tmpdir(), "airworthy-authority-"));
    agent = await place.cluster.identify({
      name: `agent-${place.namespace}`,
      namespaces: { [place.namespace]: [all] },
    });
    await writeFile(join(folder, "kubeconfig"), agent.kubeconfig, { mode: 0o600 });
    await place.kubectl("create", "serviceaccount", "robot");
    await place.kubectl(
      "create",
      "rolebinding",
      "robot",
      "--clusterrole=edit",
      `--serviceaccount=${place.namespace}:robot`,
    );
  });
  after(async () => {
    await place[Symbol.asyncDispose]();
    await rm(folder, { recursive: true, force: true });
  });

  const act = async (...args: readonly string[]) => {
    const words = ["-n", place.namespace, ...args];
    const command = place.cluster.command("kubectl", words, join(folder, "kubeconfig"));
    return run(command.file, command.args, { env: command.env, allowFailure: true });
  };
  const writes = () => writesOf(agent.user, readAudit(place.cluster.auditLog ?? ""));
  /** The API server writes an event when its answer is complete, which the caller may have a moment earlier. */
  const write = (what: string, match: (write: Write) => boolean) =>
    place.eventually(`the audit log has ${what}`, async () => (await writes()).find(match));

  test("shows single fields, also of a scaling, and what was refused.", async () => {
    await act("create", "deployment", "web", `--image=${images.app}`, "--replicas=1");
    await act("scale", "deployment", "web", "--replicas=0");
    await act("delete", "namespace", "kube-system");
    const scaling = await write("the scaling", ({ subresource }) => subresource === "scale");
    assert.deepEqual(scaling.changed, [{ path: "spec.replicas", from: 1, to: 0 }]);
    const attempt = await write("the attempt", ({ resource }) => resource === "namespaces");
    assert.deepEqual([attempt.allowed, attempt.code, attempt.name], [false, 403, "kube-system"]);
    const anywhere = { verbs: ["*"], group: "*", namespace: "*", name: "*" };
    const judged = judgeAuthority([scaling, attempt], {
      may: [{ ...anywhere, resource: "deployments*" }],
      never: [{ ...anywhere, resource: "deployments*", fields: ["spec.replicas"], to: { value: 0 } }],
    });
    assert.deepEqual(
      judged.map(({ is }) => is),
      ["forbidden", "outside"],
    );
  });

  test("holds what a Job did that it made, in whose name ever.", async () => {
    const script = "kubectl create configmap made-by-job";
    const job = {
      apiVersion: "batch/v1",
      kind: "Job",
      metadata: { name: "helper" },
      spec: {
        template: {
          spec: {
            ...podSpec({ image: images.toolbox, run: script }),
            serviceAccountName: "robot",
            restartPolicy: "Never",
          },
        },
      },
    };
    await writeFile(join(folder, "job.yaml"), JSON.stringify(job));
    await act("create", "-f", join(folder, "job.yaml"));
    const made = await write(
      "the ConfigMap",
      ({ name, resource }) => resource === "configmaps" && name === "made-by-job",
    );
    assert.equal(made.user, `system:serviceaccount:${place.namespace}:robot`);
    assert.equal(made.through, `jobs ${place.namespace}/helper`);
  });

  test("holds what was done from a pod that it entered, and nothing that the pod had done before.", async () => {
    const script = "kubectl create configmap before; touch /tmp/done; while :; do sleep 0.5; done";
    const spec = { ...podSpec({ image: images.toolbox, run: script }), serviceAccountName: "robot" };
    await place.make({ apiVersion: "v1", kind: "Pod", metadata: { name: "tools" }, spec });
    await place.eventually("the pod did its own work", async () => place.find("v1", "ConfigMap", "before"));
    await place.ready("tools");
    assert.equal((await act("exec", "tools", "--", "kubectl", "create", "configmap", "entered")).code, 0);
    const entered = await write("the ConfigMap", ({ name }) => name === "entered");
    assert.equal(entered.through, `pod ${place.namespace}/tools`);
    const names = (await writes()).map(({ name }) => name);
    assert.ok(!names.includes("before"));
    const exec = (await writes()).find(({ subresource }) => subresource === "exec");
    assert.deepEqual(exec?.command, ["kubectl", "create", "configmap", "entered"]);
  });

  test("holds what a token did that it had issued, and not what others did with the same account.", async () => {
    const { stdout: token } = await act("create", "token", "robot");
    const server = place.cluster.command("kubectl", [
      "config",
      "view",
      "--minify",
      "-o",
      "jsonpath={.clusters[0].cluster.server}",
    ]);
    const { stdout: url } = await run(server.file, server.args, { env: server.env });
    const login = ["--server", url, "--token", token.trim(), "--insecure-skip-tls-verify", "--kubeconfig", "/dev/null"];
    assert.equal((await act(...login, "create", "configmap", "by-token")).code, 0);
    const made = await write("the ConfigMap", ({ name }) => name === "by-token");
    assert.equal(made.through, `token of ${place.namespace}/robot`);
  });
});
