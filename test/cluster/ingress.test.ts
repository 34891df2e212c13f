import assert from "node:assert/strict";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { type Cluster, defaultSpec, localProvider } from "../../src/cluster/index.ts";
import { run } from "../../src/process/index.ts";
import { app, service, workload } from "./drafts.ts";
import { type Place, placeIn } from "./place.ts";

const quiet = { report: () => {}, signal: new AbortController().signal };
const host = "shop.example.test";

describe("A cluster of the k3s profile", () => {
  let cluster: Cluster;
  let place: Omit<Place, typeof Symbol.asyncDispose>;
  let folder: string;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), "airworthy-ingress-"));
    cluster = await localProvider().create({ ...defaultSpec(`k3s-${process.pid}`), profile: "k3s" }, quiet);
    place = placeIn(cluster, "default");
  });
  after(async () => {
    await cluster?.[Symbol.asyncDispose]();
    await rm(folder, { recursive: true, force: true });
  });

  /** A program in the cluster's network. */
  const inCluster = (program: string, ...args: string[]) => {
    const command = cluster.command(program, args);
    return run(command.file, command.args, { env: command.env });
  };

  test("has what k3s has, under the names k3s gives it.", async () => {
    const { client } = cluster;
    const system = "/api/v1/namespaces/kube-system";
    assert.equal(
      (await client.get("/apis/storage.k8s.io/v1/storageclasses/local-path")).provisioner,
      "rancher.io/local-path",
    );
    assert.ok(await client.find("/apis/networking.k8s.io/v1/ingressclasses/traefik"));
    assert.equal((await client.get(`${system}/services/traefik`)).spec.type, "LoadBalancer");
    assert.ok(await client.find(`${system}/services/metrics-server`));
    const { items } = await client.list(`${system}/pods?labelSelector=k8s-app%3Dkube-dns`);
    assert.equal(items.length, 1);
    assert.equal((await client.get(`${system}/services/kube-dns`)).spec.clusterIP, "10.43.0.10");
    assert.deepEqual(cluster.missing.size, 0);
  });

  test("serves an Ingress with TLS from a Secret, by name and by path.", async () => {
    const key = join(folder, "tls.key");
    const cert = join(folder, "tls.crt");
    const subject = ["-subj", `/CN=${host}`, "-addext", `subjectAltName=DNS:${host}`];
    await run("openssl", [
      "req",
      "-x509",
      "-newkey",
      "rsa:2048",
      "-nodes",
      "-days",
      "2",
      "-keyout",
      key,
      "-out",
      cert,
      ...subject,
    ]);
    const secret = { "tls.crt": await readFile(cert, "base64"), "tls.key": await readFile(key, "base64") };
    const backend = { service: { name: "web", port: { number: 80 } } };
    await place.make(
      workload("Deployment", "web", app(), { replicas: 2 }),
      service("web"),
      { apiVersion: "v1", kind: "Secret", metadata: { name: "web-tls" }, type: "kubernetes.io/tls", data: secret },
      {
        apiVersion: "networking.k8s.io/v1",
        kind: "Ingress",
        metadata: { name: "web" },
        spec: {
          tls: [{ hosts: [host], secretName: "web-tls" }],
          rules: [{ host, http: { paths: [{ path: "/healthz", pathType: "Exact", backend }] } }],
        },
      },
    );
    await place.readyPods("app=web", 2);
    const address = await place.eventually("the Ingress has an address", async () => {
      const ingress = await place.find("networking.k8s.io/v1", "Ingress", "web");
      return ingress?.status?.loadBalancer?.ingress?.[0]?.ip as string | undefined;
    });
    const get = async (url: string) =>
      (
        await inCluster(
          "curl",
          "-s",
          "-o",
          "/dev/null",
          "-w",
          "%{http_code}",
          "-m",
          "5",
          "--cacert",
          cert,
          "--resolve",
          `${host}:443:${address}`,
          "--resolve",
          `${host}:80:${address}`,
          url,
        )
      ).stdout;
    await place.eventually(
      "the Ingress answers",
      async () => (await get(`https://${host}/healthz`).catch(() => "")) === "200",
    );
    assert.equal(await get(`http://${host}/healthz`), "200");
    assert.equal(await get(`https://${host}/elsewhere`), "404");
  });

  test("measures pods and nodes without being asked for it.", async () => {
    const top = await place.eventually("kubectl top has numbers", async () => {
      const outcome = await place.tryKubectl("top", "nodes", "--no-headers");
      return outcome.code === 0 && outcome.stdout;
    });
    assert.match(top, /^node-1\s+\d+m/);
  });
});
