import assert from "node:assert/strict";
import type { Cluster } from "../../src/cluster/index.ts";
import {
  type Connection,
  NAMESPACES,
  namedPortsOf,
  namespaceLabels,
  PODS,
  type PolicyWorld,
  podLabels,
} from "../../src/cluster/local/network-policy/lab/index.ts";
import { until } from "../../src/process/index.ts";
import { listenerProgram } from "./network-policy-listener.ts";
import { type ProbeCell, probeScript } from "./network-policy-probe.ts";
import { kubectl, ownNamespace } from "./shared.ts";

const SHELL_IMAGE = "docker.io/nicolaka/netshoot:v0.13";
const LISTENER_IMAGE = "docker.io/library/python:3.13";
const LISTENING = { TCP: [80, 81, 82], UDP: [80, 81] } as const;
const PATIENCE_MS = 120_000;
type Policies = PolicyWorld["policies"];
type Pod = PolicyWorld["pods"][number];

export interface ArenaCell extends ProbeCell {
  readonly from: string;
  readonly to: string;
}

/** Nine listening pods in three namespaces and on two nodes, which can be told to try one another. */
export interface Arena extends AsyncDisposable {
  addressOf(namespace: string, pod: string): string;
  /** Makes these the only policies of the three namespaces; resolves when both nodes obey them. */
  enforce(policies: Policies): Promise<PolicyWorld>;
  table(expect: (connection: Connection) => boolean): ArenaCell[];
  /** The cells that came out otherwise, in words. */
  differences(cells: readonly ArenaCell[]): Promise<string[]>;
  reaches(namespace: string, pod: string, address: string, port: number): Promise<boolean>;
  shell(namespace: string, pod: string, script: string): Promise<string>;
  /** A Service in front of one pod; its address. */
  serve(namespace: string, pod: string, port: { port: number; targetPort: number | string }): Promise<string>;
  /** Runs a pod to its end and returns what it said. */
  runOnce(namespace: string, script: string): Promise<string>;
}

/** A function for the shell: does somebody answer there within so many seconds? */
const ASK = `ask() { if [ "$1" = UDP ]
  then (exec 3<>/dev/udp/$2/$3; echo '?' >&3; read -r -n 1 -t "$4" -u 3) 2>/dev/null
  else timeout "$4" bash -c 'exec 3<>/dev/tcp/$0/$1; echo "?" >&3; read -r -n 1 -u 3' "$2" "$3" 2>/dev/null
  fi }`;

export async function openArena(cluster: Cluster): Promise<Arena> {
  await using undo = new AsyncDisposableStack();
  const nodes = await nodesOf(cluster);
  const real = new Map<string, string>();
  for (const namespace of [...NAMESPACES, "signal"]) {
    const made = undo.use(await ownNamespace(cluster, `policy-${namespace}`, namespaceLabels(namespace)));
    real.set(namespace, made.name);
  }
  const home = (namespace: string) => real.get(namespace) ?? namespace;

  const start = (namespace: string, name: string, node: string) =>
    startPod(cluster, home(namespace), namespace, name, node);
  const pods = await Promise.all(
    NAMESPACES.flatMap((namespace, row) =>
      PODS.map((name, column) => start(namespace, name, nodes[(row + column) % 2] ?? "")),
    ),
  );
  const signals = await Promise.all(nodes.map((node, index) => start("signal", `p${index}`, node)));
  const find = (namespace: string, name: string): Pod => {
    const pod = pods.find((each) => each.namespace === home(namespace) && each.name === name);
    assert.ok(pod, `${namespace}/${name} is in the arena`);
    return pod;
  };
  const bash = (pod: Pod, script: string) =>
    kubectl(
      cluster,
      ["exec", "-i", "-n", pod.namespace, pod.name, "-c", "shell", "--", "bash", "-s"],
      `${ASK}\n${script}\n`,
    );

  let open: { readonly now: number; readonly before: number } = { now: 80, before: 81 };
  /** Policies are seen in the order of their changes: once both nodes obey this last one, they obey all before it. */
  const awaitRules = async () => {
    open = { now: open.before, before: open.now };
    const ports = [{ protocol: "UDP", port: open.now }];
    await putPolicy(cluster, home("signal"), "signal", { podSelector: {}, ingress: [{ ports }] });
    const ask = (ip: string | undefined, port: number) => `ask UDP ${ip} ${port} 0.3`;
    await Promise.all(
      signals.map((pod, index) => {
        const ip = signals[1 - index]?.ips[0];
        return bash(
          pod,
          `for i in {1..100}; do ${ask(ip, open.now)} && ! ${ask(ip, open.before)} && exit 0; done
           echo "the rules did not follow a change" >&2; exit 1`,
        );
      }),
    );
  };

  const owned = undo.move();
  return {
    addressOf: (namespace, pod) => find(namespace, pod).ips[0] ?? "",
    enforce: async (policies) => {
      for (const namespace of NAMESPACES) await removePolicies(cluster, home(namespace));
      const placed = policies.map((policy) => ({ ...policy, namespace: home(policy.namespace) }));
      for (const { namespace, name, spec } of placed) await putPolicy(cluster, namespace, name, spec);
      await awaitRules();
      const namespaces = NAMESPACES.map((name) => ({ name: home(name), labels: namespaceLabels(name) }));
      return { policies: placed, pods, namespaces };
    },
    table: (expect) => tableOf(pods, expect),
    differences: async (cells) => {
      const asking = Map.groupBy(cells, ({ from }) => from);
      const found = [...asking].map(async ([from, list]) => {
        const pod = pods.find((each) => `${each.namespace}/${each.name}` === from);
        assert.ok(pod);
        const answered = new Set((await bash(pod, probeScript(list))).split("\n").filter(Boolean).map(Number));
        return list.flatMap(({ to, protocol, port, expected }, index) =>
          answered.has(index) === expected
            ? []
            : [`${from} to ${to} ${protocol} ${port}: expected ${expected ? "an answer" : "silence"}`],
        );
      });
      return (await Promise.all(found)).flat();
    },
    reaches: async (namespace, pod, address, port) =>
      (await bash(find(namespace, pod), `ask TCP ${address} ${port} 3 </dev/null && echo yes; true`)).includes("yes"),
    shell: (namespace, pod, script) => bash(find(namespace, pod), `${script}; true`),
    serve: async (namespace, pod, port) => {
      const service = await cluster.client.create(`/api/v1/namespaces/${home(namespace)}/services`, {
        metadata: { name: `to-${pod}` },
        spec: { selector: { pod }, ports: [port] },
      });
      const slices = `/apis/discovery.k8s.io/v1/namespaces/${home(namespace)}/endpointslices`;
      const ready = await until(
        async () => (await cluster.client.list(slices)).items.some(({ endpoints }) => endpoints?.length > 0),
        { deadlineMs: PATIENCE_MS },
      );
      assert.ok(ready, "the Service has an endpoint");
      return service.spec.clusterIP as string;
    },
    runOnce: (namespace, script) => runOnce(cluster, home(namespace), script),
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}

async function nodesOf(cluster: Cluster): Promise<string[]> {
  const { items } = await cluster.client.list("/api/v1/nodes");
  const names = items.map(({ metadata }) => metadata.name).filter((name) => name.startsWith("node-"));
  assert.ok(names.length >= 2, "the shared cluster has two nodes");
  return names.slice(0, 2);
}

async function startPod(cluster: Cluster, namespace: string, role: string, name: string, node: string): Promise<Pod> {
  const ports = namedPortsOf(role, name);
  const labels = podLabels(name);
  await cluster.client.create(`/api/v1/namespaces/${namespace}/pods`, {
    metadata: { name, labels },
    spec: {
      nodeName: node,
      terminationGracePeriodSeconds: 0,
      containers: [
        { name: "shell", image: SHELL_IMAGE, command: ["sleep", "infinity"] },
        {
          name: "listener",
          image: LISTENER_IMAGE,
          command: ["python3", "-c", listenerProgram(LISTENING)],
          ports: ports.map(({ name, protocol, port }) => ({ name, protocol, containerPort: port })),
          readinessProbe: { tcpSocket: { port: LISTENING.TCP[2] }, periodSeconds: 1 },
        },
      ],
    },
  });
  const pod = await until(
    async () => {
      const { status } = await cluster.client.get(`/api/v1/namespaces/${namespace}/pods/${name}`);
      const ready = (status.conditions ?? []).some(
        (condition: { type: string; status: string }) => condition.type === "Ready" && condition.status === "True",
      );
      return ready ? (status.podIP as string) : undefined;
    },
    { deadlineMs: PATIENCE_MS, everyMs: 200 },
  );
  assert.ok(pod, `pod ${namespace}/${name} is ready`);
  return { namespace, name, labels, node, ips: [pod], hostNetwork: false, phase: "Running", ports, since: 0 };
}

async function putPolicy(cluster: Cluster, namespace: string, name: string, spec: object): Promise<void> {
  await cluster.client.apply(`/apis/networking.k8s.io/v1/namespaces/${namespace}/networkpolicies/${name}`, {
    apiVersion: "networking.k8s.io/v1",
    kind: "NetworkPolicy",
    metadata: { name, namespace },
    spec,
  });
}

async function removePolicies(cluster: Cluster, namespace: string): Promise<void> {
  const path = `/apis/networking.k8s.io/v1/namespaces/${namespace}/networkpolicies`;
  for (const { metadata } of (await cluster.client.list(path)).items) {
    await cluster.client.remove(`${path}/${metadata.name}`);
  }
}

function tableOf(pods: readonly Pod[], expect: (connection: Connection) => boolean): ArenaCell[] {
  const ends = pods.map((pod) => ({ name: `${pod.namespace}/${pod.name}`, ip: pod.ips[0] ?? "", pod }));
  const ports = (["TCP", "UDP"] as const).flatMap((protocol) =>
    LISTENING[protocol].map((port) => ({ protocol, port })),
  );
  return ends.flatMap((source) =>
    ends
      .filter((destination) => destination !== source)
      .flatMap((destination) =>
        ports.map(({ protocol, port }) => ({
          from: source.name,
          to: destination.name,
          address: destination.ip,
          port,
          protocol,
          expected: expect({ source, destination, port, protocol }),
        })),
      ),
  );
}

async function runOnce(cluster: Cluster, namespace: string, script: string): Promise<string> {
  const path = `/api/v1/namespaces/${namespace}/pods/once`;
  await cluster.client.create(`/api/v1/namespaces/${namespace}/pods`, {
    metadata: { name: "once" },
    spec: {
      restartPolicy: "Never",
      containers: [{ name: "once", image: SHELL_IMAGE, command: ["bash", "-c", script] }],
    },
  });
  const ended = await until(
    async () => ["Succeeded", "Failed"].includes((await cluster.client.get(path)).status.phase as string),
    { deadlineMs: PATIENCE_MS, everyMs: 200 },
  );
  assert.ok(ended, "the pod ended");
  const log = await cluster.client.get<string>(`${path}/log`);
  await cluster.client.remove(path);
  return log;
}
