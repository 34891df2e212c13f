import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { isDeepStrictEqual } from "node:util";
import type { KubeObject } from "../../src/kubernetes/index.ts";
import { run } from "../../src/process/index.ts";
import { app, idle, images, pod, service, workload } from "./drafts.ts";
import { openPlace, type Place } from "./place.ts";

const calls = 20;

describe("In a cluster of two nodes", { concurrency: true }, () => {
  let place: Place;
  let servers: KubeObject[];
  let clients: KubeObject[];
  before(async () => {
    place = await openPlace("services");
    await place.make(
      workload("DaemonSet", "app", app()),
      workload("DaemonSet", "client", { image: images.toolbox, run: idle }),
      service("app"),
      service("headless", { clusterIP: "None" }, "app"),
      service("outside", { type: "NodePort" }, "app"),
      service("balanced", { type: "LoadBalancer" }, "app"),
    );
    servers = await place.readyPods("app=app", 2);
    clients = await place.readyPods("app=client", 2);
    // Each node's kube-proxy learns of endpoints in its own time, up to a second after they are there.
    for (const client of clients) {
      await place.eventually(`${client.spec.nodeName} knows both endpoints`, async () =>
        isDeepStrictEqual(hostsIn(await callFrom(client, "http://app/")), serverNames()),
      );
    }
  });
  after(() => place[Symbol.asyncDispose]());

  /** Calls a URL from inside a pod, again and again; one line an answer, or curl's error. */
  const callFrom = async (client: KubeObject, url: string) => {
    const line = `for i in $(seq ${calls}); do curl -sS --max-time 10 "$1" || echo "failed with $?"; done`;
    const out = await place.exec(client.metadata.name, "sh", "-c", line, "sh", url);
    return out.trim().split("\n");
  };
  const hostsIn = (lines: readonly string[]) =>
    new Set(lines.map((line) => /"hostname": "([^"]+)"/.exec(line)?.[1] ?? line));
  const serverNames = () => new Set(servers.map(({ metadata }) => metadata.name));
  const dig = (client: KubeObject | undefined, ...args: string[]) =>
    place.exec(client?.metadata.name ?? "", "dig", "+tries=1", "+time=10", ...args);
  const fullName = (name: string) => `${name}.${place.namespace}.svc.cluster.local`;

  test("the pods are one on each node.", () => {
    for (const group of [servers, clients]) {
      assert.deepEqual(group.map(({ spec }) => spec.nodeName).sort(), ["node-1", "node-2"]);
    }
  });

  test("every call from a pod of either node to a Service arrives, and both nodes' endpoints answer.", async () => {
    for (const client of clients) {
      const answers = await callFrom(client, "http://app/");
      assert.equal(answers.length, calls, answers.join("\n"));
      const hosts = hostsIn(answers);
      // Twenty calls at random to one of two: all to the same one happens once in half a million times.
      assert.deepEqual(hosts, serverNames(), `from ${client.spec.nodeName}: ${answers.join("\n")}`);
    }
  });

  test("a pod of either node reaches each pod by its address.", async () => {
    for (const client of clients) {
      for (const server of servers) {
        const out = await place.exec(client.metadata.name, "curl", "-sS", `http://${server.status.podIP}:8080/`);
        assert.deepEqual(hostsIn([out]), new Set([server.metadata.name]));
      }
    }
  });

  test("a pod reaches itself through its own Service.", async () => {
    const server = servers[0]?.metadata.name ?? "";
    const ask = "import urllib.request as r; print(r.urlopen('http://app/', timeout=10).read().decode().strip())";
    const out = await place.exec(server, "python3", "-c", `for _ in range(${calls}): exec("${ask}")`);
    assert.deepEqual(hostsIn(out.trim().split("\n")), serverNames(), out);
  });

  test("a headless Service's name gives the addresses of its pods.", async () => {
    const found = (await dig(clients[0], "+short", fullName("headless"))).trim().split("\n");
    assert.deepEqual(found.sort(), servers.map(({ status }) => status.podIP).sort());
  });

  test("a Service is found by its short and its long names, from both nodes.", async () => {
    const address = (await place.find("v1", "Service", "app"))?.spec.clusterIP;
    for (const client of clients) {
      for (const name of ["app", `app.${place.namespace}`, `app.${place.namespace}.svc`, fullName("app")]) {
        const found = await place.exec(client.metadata.name, "getent", "hosts", name);
        assert.ok(found.startsWith(`${address} `), `${name} from ${client.spec.nodeName}: ${found}`);
      }
    }
  });

  test("a named port of a Service is found by its SRV record.", async () => {
    const found = await dig(clients[0], "+short", "SRV", `_http._tcp.${fullName("app")}`);
    assert.match(found, new RegExp(`^0 \\d+ 80 ${fullName("app")}\\.$`, "m"));
  });

  test("DNS answers over TCP as over UDP.", async () => {
    for (const client of clients) {
      const found = await dig(client, "+tcp", "+short", "kubernetes.default.svc.cluster.local");
      assert.match(found, /^10\.96\.0\.1$/m);
    }
  });

  test("a name that is not there is refused at once, be it the cluster's or the world's.", async () => {
    for (const client of clients) {
      assert.match(await dig(client, fullName("nobody")), /status: NXDOMAIN/);
      // dig fails when nobody answers, so any status is an answer.
      assert.match(await dig(client, "example.com"), /status: (NXDOMAIN|SERVFAIL|REFUSED)/);
      const outcome = await place.tryKubectl("exec", client.metadata.name, "--", "curl", "-sS", "http://example.com/");
      assert.equal(outcome.code, 6, `${outcome.stdout}${outcome.stderr}`); // The host could not be resolved.
    }
  });

  test("a node port answers on every node's address, wherever the caller is.", async () => {
    const port = (await place.find("v1", "Service", "outside"))?.spec.ports[0].nodePort;
    for (const node of (await place.cluster.client.list("/api/v1/nodes")).items) {
      const address = addressOf(node);
      for (const client of clients) {
        const hosts = hostsIn(await callFrom(client, `http://${address}:${port}/`));
        assert.deepEqual(hosts, serverNames(), `${node.metadata.name} from ${client.spec.nodeName}`);
      }
      const command = place.cluster.command("curl", ["-sS", "--max-time", "10", `http://${address}:${port}/healthz`]);
      assert.equal((await run(command.file, command.args, { env: command.env })).stdout, "ok\n");
    }
  });

  test("a load balancer gets an address and answers there.", async () => {
    const address = await place.eventually("the Service has an address", async () => {
      const found = await place.find("v1", "Service", "balanced");
      return found?.status?.loadBalancer?.ingress?.[0]?.ip as string | undefined;
    });
    for (const client of clients) {
      assert.deepEqual(hostsIn(await callFrom(client, `http://${address}/`)), serverNames());
    }
  });

  test("names and Services work for programs that are run beside the cluster.", async () => {
    const command = place.cluster.command("getent", ["hosts", fullName("app")]);
    const { stdout } = await run(command.file, command.args, { env: command.env });
    assert.ok(stdout.startsWith((await place.find("v1", "Service", "app"))?.spec.clusterIP), stdout);
  });

  test("a pod takes part in its Service only while it is ready.", async () => {
    const line = `cd /tmp && python3 -m http.server 8080 & ${idle}`;
    const readinessProbe = { exec: { command: ["test", "-e", "/tmp/ready"] }, periodSeconds: 1 };
    await place.make(pod("gated", { image: images.app, run: line, container: { readinessProbe } }), service("gated"));
    const endpoints = async () => {
      const query = "?labelSelector=kubernetes.io%2Fservice-name%3Dgated";
      const path = `/apis/discovery.k8s.io/v1/namespaces/${place.namespace}/endpointslices${query}`;
      const slices = (await place.cluster.client.list(path)).items;
      return slices.flatMap((slice) => (slice.endpoints ?? []) as { conditions: { ready: boolean } }[]);
    };
    const reaches = async () =>
      (await place.tryKubectl("exec", clients[1]?.metadata.name ?? "", "--", ...curlStatus)).stdout === "200";
    const curlStatus = ["curl", "-s", "-o", "/dev/null", "--max-time", "5", "-w", "%{http_code}", "http://gated/"];

    await place.eventually("an endpoint is there but not ready", async () => {
      const found = await endpoints();
      return found.length === 1 && found.every(({ conditions }) => !conditions.ready);
    });
    assert.equal(await reaches(), false);
    await place.exec("gated", "touch", "/tmp/ready");
    await place.eventually("calls arrive when the pod is ready", reaches);
    await place.exec("gated", "rm", "/tmp/ready");
    await place.eventually("calls are refused when it is not", async () => !(await reaches()));
  });
});

function addressOf(node: KubeObject): string {
  const addresses = node.status.addresses as { type: string; address: string }[];
  return addresses.find(({ type }) => type === "InternalIP")?.address ?? "";
}
