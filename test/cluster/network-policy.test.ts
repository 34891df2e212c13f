import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Cluster } from "../../src/cluster/index.ts";
import { isAllowed, shapes } from "../../src/cluster/local/network-policy/lab/index.ts";
import { until } from "../../src/process/index.ts";
import { type Arena, openArena } from "./network-policy-arena.ts";
import { sharedCluster } from "./shared.ts";

/** Shapes that together use every field of a policy; the whole list runs in network namespaces without a cluster. */
const PLAYED = [
  "no policy",
  "everything denied",
  "egress rules without policy types isolate both ways",
  "pods selected by expression",
  "from pods of a namespace, both together",
  "from pods or from a namespace",
  "from namespaces where a label is not",
  "from a block with exceptions",
  "a range of ports",
  "several ports",
  "a port by name, whose number each pod chooses",
  "to a port by name of some pods",
  "policies add up",
  "both ends must agree",
];

let cluster: Cluster;
let arena: Arena;

before(async () => {
  cluster = await sharedCluster();
  arena = await openArena(cluster);
});
after(() => arena?.[Symbol.asyncDispose]());

test("A leak would be seen: where nothing is denied, silence is expected in vain.", async () => {
  await arena.enforce([]);
  const cells = arena.table(() => false);
  assert.equal((await arena.differences(cells)).length, cells.length);
});

test("Pods reach exactly whom the policies allow.", async (t) => {
  const known = new Map(shapes(arena.addressOf, "192.0.2.10").map((shape) => [shape.title, shape]));
  for (const title of PLAYED) {
    await t.test(`Everybody reaches exactly whom the policies allow: ${title}.`, async () => {
      const shape = known.get(title);
      assert.ok(shape, `there is a shape called ${title}`);
      const world = await arena.enforce(shape.policies);
      const cells = arena.table((connection) => isAllowed(world, connection));
      assert.deepEqual(await arena.differences(cells), []);
    });
  }
});

test("A pod that may only ask for names gets them and nothing else.", async () => {
  const kubeSystem = { matchLabels: { "kubernetes.io/metadata.name": "kube-system" } };
  const ports = [
    { port: 53, protocol: "UDP" },
    { port: 53, protocol: "TCP" },
  ];
  const lookUp = "dig +short +time=2 +tries=1 kubernetes.default.svc.cluster.local";
  const dnsOnly = {
    podSelector: {},
    policyTypes: ["Egress"],
    egress: [
      { to: [{ namespaceSelector: kubeSystem, podSelector: { matchLabels: { "k8s-app": "kube-dns" } } }], ports },
    ],
  };
  const world = await arena.enforce([{ namespace: "x", name: "names-only", spec: dnsOnly }]);
  assert.match(await arena.shell("x", "a", lookUp), /^\d+\.\d+\.\d+\.\d+$/m);
  const cells = arena.table((connection) => isAllowed(world, connection)).filter(({ from }) => from.startsWith("x/"));
  assert.ok(cells.every(({ expected }) => !expected));
  assert.deepEqual(await arena.differences(cells), []);

  await arena.enforce([{ namespace: "x", name: "silent", spec: { podSelector: {}, policyTypes: ["Egress"] } }]);
  assert.doesNotMatch(await arena.shell("x", "a", lookUp), /^\d+\.\d+\.\d+\.\d+$/m);
});

test("Through a Service the policy of the pod behind it decides, and a pod always reaches itself.", async () => {
  await arena.enforce([]);
  const service = await arena.serve("x", "a", { port: 8080, targetPort: "web" });
  const ask = (namespace: string, pod: string) => arena.reaches(namespace, pod, service, 8080);
  // Each node's kube-proxy learns of a Service in its own time; these two pods are on different nodes.
  for (const pod of ["a", "b"]) {
    assert.ok(
      await until(() => ask("y", pod), { deadlineMs: 60_000 }),
      `without policies y/${pod} reaches the Service`,
    );
  }
  const spec = {
    podSelector: {},
    policyTypes: ["Ingress", "Egress"],
    ingress: [{ from: [{ namespaceSelector: { matchLabels: { ns: "y" } } }], ports: [{ port: "web" }] }],
  };
  await arena.enforce([{ namespace: "x", name: "only-y", spec }]);
  assert.deepEqual(await Promise.all([ask("y", "a"), ask("y", "b"), ask("z", "a"), ask("x", "b"), ask("x", "a")]), [
    true,
    true,
    false,
    false,
    true,
  ]);
});

test("A pod is guarded from its first packet, and loses none that it may send.", async () => {
  const to = [{ podSelector: { matchLabels: { pod: "a" } } }];
  const spec = { podSelector: {}, policyTypes: ["Egress"], egress: [{ to, ports: [{ port: 81, protocol: "UDP" }] }] };
  await arena.enforce([{ namespace: "x", name: "only-a", spec }]);
  // Asked once, at once: a packet lost at the start is not sent again.
  const ask = (pod: string) =>
    `(exec 3<>/dev/udp/${arena.addressOf("x", pod)}/81; echo '?' >&3; read -r -n 1 -t 4 -u 3 && echo ${pod})`;
  const log = await arena.runOnce("x", `${ask("a")} & ${ask("b")} & ${ask("c")} & wait`);
  assert.equal(log.trim(), "a");
});
