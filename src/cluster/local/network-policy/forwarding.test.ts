import assert from "node:assert/strict";
import { after, before, beforeEach, test } from "node:test";
import { compile } from "./compile.ts";
import { type Cell, type Lab, openLab, podRange } from "./lab/index.ts";
import { differences, labPods, NODES, worldOf } from "./lab/world.ts";
import type { Pod, Policy, World } from "./model.ts";

const pods = labPods();
const find = (name: string): Pod => {
  const pod = pods.find((each) => `${each.namespace}/${each.name}` === name);
  assert.ok(pod, `${name} is in the lab`);
  return pod;
};
const ipOf = (name: string) => find(name).ips[0] ?? "";
const cell = (from: string, address: string, expected: boolean, options: Partial<Cell> = {}): Cell => ({
  from,
  address,
  port: 80,
  protocol: "TCP",
  expected,
  ...options,
});
const denied = (namespace: string, ...policyTypes: string[]): Policy => ({
  namespace,
  name: "deny",
  spec: { podSelector: {}, policyTypes },
});
let lab: Lab;

before(async () => {
  lab = await openLab(NODES, pods);
});
beforeEach(() => enforce(worldOf(pods, [])));
after(() => lab[Symbol.asyncDispose]());

async function enforce(world: World): Promise<void> {
  await Promise.all(NODES.map((name) => lab.apply(name, compile(world, { name, podRange: podRange(name) }))));
}

async function agree(cells: readonly Cell[]): Promise<void> {
  assert.deepEqual(differences(cells, await lab.probe(cells)), []);
}

/** What kube-proxy does for a Service with one endpoint: translates, and masquerades a pod that meets itself. */
async function serve(clusterIp: string, port: number, backend: string, targetPort: number): Promise<void> {
  for (const node of NODES) {
    await lab.apply(
      node,
      `table ip services
      delete table ip services
      table ip services {
        chain translate {
          type nat hook prerouting priority dstnat;
          ip daddr ${clusterIp} tcp dport ${port} dnat to ${backend}:${targetPort}
        }
        chain hairpin {
          type nat hook postrouting priority srcnat;
          ip saddr ${backend} ip daddr ${backend} masquerade
        }
      }`,
    );
  }
}

test("A policy ends the connections that it forbids, in both directions, and lifting it lets new ones through.", async () => {
  for (const [client, server] of [
    ["y/a", "x/a"],
    ["y/b", "x/b"],
  ] as const) {
    for (const policy of [denied("x", "Ingress"), denied("y", "Egress")]) {
      const cells = [cell(client, ipOf(server), true), cell(client, ipOf(server), true, { protocol: "UDP" })];
      using open = lab.converse(cells);
      assert.deepEqual(await open.answered([true, true]), [true, true], "open before the policy");
      await enforce(worldOf(pods, [policy]));
      open.askAgain();
      assert.deepEqual(await open.answered([false, false]), [false, false], `cut off by ${policy.namespace}`);
      await enforce(worldOf(pods, []));
      await agree(cells);
    }
  }
});

test("A pod that may not be reached still gets the answers to what it asked.", async () => {
  await enforce(worldOf(pods, [denied("x", "Ingress")]));
  const cells = [cell("x/a", ipOf("y/a"), true), cell("x/a", ipOf("y/b"), true, { protocol: "UDP" })];
  using open = lab.converse(cells);
  assert.deepEqual(await open.answered([true, true]), [true, true]);
  open.askAgain();
  assert.deepEqual(await open.answered([true, true]), [true, true], "and goes on getting them");
});

test("Behind a Service the policy sees the pod that answers and the port it listens on.", async () => {
  await serve("10.96.0.10", 8080, ipOf("x/a"), 81);
  const allow = (port: number): Policy => ({
    namespace: "x",
    name: "allow",
    spec: {
      podSelector: {},
      ingress: [{ from: [{ namespaceSelector: { matchLabels: { ns: "y" } } }], ports: [{ port }] }],
    },
  });
  const viaService = (from: string, expected: boolean) => cell(from, "10.96.0.10", expected, { port: 8080 });
  await enforce(worldOf(pods, [allow(81)]));
  await agree([viaService("y/a", true), viaService("y/b", true), viaService("z/a", false), viaService("x/b", false)]);
  await enforce(worldOf(pods, [allow(8080)]));
  await agree([viaService("y/a", false), viaService("y/b", false)]);

  const egress: Policy = {
    namespace: "z",
    name: "out",
    spec: {
      podSelector: {},
      egress: [{ to: [{ namespaceSelector: {}, podSelector: { matchLabels: { pod: "a" } } }] }],
    },
  };
  await enforce(worldOf(pods, [egress]));
  await agree([viaService("z/a", true), viaService("z/b", true), cell("z/b", ipOf("x/b"), false)]);
});

test("A pod reaches itself through its Service although everything is denied.", async () => {
  await serve("10.96.0.10", 8080, ipOf("x/a"), 81);
  const itself = cell("x/a", "10.96.0.10", true, { port: 8080 });
  await agree([itself]);
  await enforce(worldOf(pods, [denied("x", "Ingress", "Egress")]));
  await agree([itself, { ...itself, from: "x/b", expected: false }, { ...itself, from: "y/a", expected: false }]);
});

test("A node reaches its own pods whatever the policies say, and pods of other nodes by policy.", async () => {
  await enforce(worldOf(pods, [denied("x", "Ingress", "Egress")]));
  const other = (node: string) => NODES.find((name) => name !== node) ?? "";
  await agree(
    ["x/a", "x/b", "x/c"].flatMap((name) => [
      cell(find(name).node, ipOf(name), true),
      cell(find(name).node, ipOf(name), true, { protocol: "UDP" }),
      cell(other(find(name).node), ipOf(name), false),
    ]),
  );
});

test("A pod that the rules do not know yet is cut off as soon as there is any policy.", async () => {
  const newcomer = find("z/a");
  const before = pods.filter((pod) => pod !== newcomer);
  const cells = (expected: boolean) => [
    cell("z/a", ipOf("x/a"), expected),
    cell("y/a", ipOf("z/a"), expected),
    cell(newcomer.node, ipOf("z/a"), true),
    cell("y/a", ipOf("x/a"), true),
  ];
  await enforce(worldOf(before, []));
  await agree(cells(true));
  await enforce(worldOf(before, [denied("nowhere", "Ingress")]));
  await agree(cells(false));
  await enforce(worldOf(pods, [denied("nowhere", "Ingress")]));
  await agree(cells(true));
});

test("A pod that ended has no say over the address that its successor got.", async () => {
  const ended: Pod = { ...find("x/a"), namespace: "y", name: "job", phase: "Succeeded", since: 9 };
  await enforce(worldOf([...pods, ended], [denied("y", "Ingress")]));
  await agree([cell("z/a", ipOf("x/a"), true), cell("z/a", ipOf("y/a"), false)]);
});

test("A pod that borrows the address of another is stopped at its node.", async () => {
  const thief = lab.member("z/a");
  await thief.run("ip", ["address", "add", `${ipOf("y/b")}/32`, "dev", "lo"]);
  try {
    const allowed: Policy = {
      namespace: "x",
      name: "only-y",
      spec: { podSelector: {}, ingress: [{ from: [{ namespaceSelector: { matchLabels: { ns: "y" } } }] }] },
    };
    await enforce(worldOf(pods, [allowed]));
    await agree([cell("z/a", ipOf("x/a"), false, { protocol: "UDP", source: ipOf("y/b") })]);
    const rules = await lab.member(find("z/a").node).run("nft", ["list", "chain", "ip", "airworthy", "egress"]);
    assert.match(rules, /counter packets [1-9]\d* bytes \d+ drop comment "sender uses the address of another"/);
  } finally {
    await thief.run("ip", ["address", "delete", `${ipOf("y/b")}/32`, "dev", "lo"]);
  }
});

test("Nothing slips through while the rules are being rewritten.", async () => {
  const world = worldOf(pods, [denied("x", "Ingress")]);
  await enforce(world);
  const cells = ["y/a", "y/b", "z/a"].map((from) => cell(from, ipOf("x/a"), false, { protocol: "UDP" }));
  using open = lab.converse(cells);
  for (let round = 0; round < 60; round += 1) {
    const writing = enforce(world);
    for (let burst = 0; burst < 20; burst += 1) {
      open.askAgain();
      await new Promise((resolve) => setImmediate(resolve));
    }
    await writing;
  }
  assert.deepEqual(await open.answered([]), [false, false, false]);
  await enforce(worldOf(pods, []));
  open.askAgain();
  assert.deepEqual(await open.answered([true, true, true]), [true, true, true], "they would have been answered");
});
