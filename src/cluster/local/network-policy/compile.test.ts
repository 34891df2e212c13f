import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { run } from "../../../process/index.ts";
import { compile } from "./compile.ts";
import type { Pod, Policy, PolicySpec, World } from "./model.ts";

const NODE = { name: "node-1", podRange: "10.244.1.0/24" };

function pod(name: string, ip: string, more: Partial<Pod> = {}): Pod {
  return {
    namespace: "shop",
    name,
    labels: { app: name },
    node: "node-1",
    ips: [ip],
    hostNetwork: false,
    phase: "Running",
    ports: [],
    since: 0,
    ...more,
  };
}

function world(spec: PolicySpec | readonly Policy[], pods: readonly Pod[]): World {
  const policies = Array.isArray(spec)
    ? (spec as readonly Policy[])
    : [{ namespace: "shop", name: "tested", spec: spec as PolicySpec }];
  return { policies, pods, namespaces: [{ name: "shop", labels: {} }] };
}

/** The lines of one chain, set or map. */
function part(script: string, head: string): string[] {
  const lines = script.split("\n").map((line) => line.trim());
  const start = lines.indexOf(`${head} {`);
  return start < 0 ? [] : lines.slice(start + 1, lines.indexOf("}", start));
}

async function accepted(script: string): Promise<string> {
  // -c only checks; the namespace keeps even the check away from the machine's own rules.
  const exit = await run("unshare", ["--net", "nft", "-c", "-f", "-"], { input: script, allowFailure: true });
  return exit.code === 0 ? "" : exit.stderr;
}

test("Without any policy the table is empty, so nothing is slowed down.", () => {
  const script = compile(world([], [pod("a", "10.244.1.2")]), NODE);
  assert.equal(
    script,
    'table ip airworthy\ndelete table ip airworthy\ntable ip airworthy {\n\tcomment "no NetworkPolicy in the cluster"\n}\n',
  );
});

test("Only pods of the node are guarded, but all pods are known.", () => {
  const pods = [pod("a", "10.244.1.2"), pod("b", "10.244.2.2", { node: "node-2" })];
  const script = compile(world({ podSelector: {} }, pods), NODE);
  assert.deepEqual(part(script, "map ingress-isolated"), [
    "type ipv4_addr : verdict",
    "elements = { 10.244.1.2 : goto ingress-group-1 }",
  ]);
  assert.deepEqual(part(script, "set known"), [
    "type ipv4_addr",
    'elements = { 10.244.1.2 comment "shop/a", 10.244.2.2 comment "shop/b" }',
  ]);
});

test("Pods that ended or use the host's network have no address of their own.", () => {
  const pods = [
    pod("done", "10.244.1.2", { phase: "Succeeded" }),
    pod("failed", "10.244.1.3", { phase: "Failed" }),
    pod("host", "172.18.0.2", { hostNetwork: true }),
    pod("six", "fd00::2"),
    pod("live", "10.244.1.2", { ips: ["10.244.1.2", "fd00::1"] }),
  ];
  assert.deepEqual(part(compile(world({ podSelector: {} }, pods), NODE), "set known"), [
    "type ipv4_addr",
    'elements = { 10.244.1.2 comment "shop/live" }',
  ]);
});

test("Of two pods that claim one address the later has it, in whatever order they are listed.", () => {
  const pods = [pod("old", "10.244.1.2", { since: 1 }), pod("new", "10.244.1.2", { since: 2 })];
  for (const list of [pods, pods.toReversed()]) {
    assert.match(compile(world({ podSelector: {} }, list), NODE), /10\.244\.1\.2 comment "shop\/new"/);
  }
});

test("Pods under the same policies share a chain, and a selection used twice is one set.", () => {
  const ingress = [{ from: [{ podSelector: {} }] }];
  const policies = ["one", "two"].map((name) => ({ namespace: "shop", name, spec: { podSelector: {}, ingress } }));
  const script = compile(world(policies, [pod("a", "10.244.1.2"), pod("b", "10.244.1.3")]), NODE);
  assert.deepEqual(part(script, "chain ingress-group-1"), [
    'comment "pods under the same policies"',
    'jump ingress-policy-1 comment "shop/one"',
    'jump ingress-policy-2 comment "shop/two"',
    'counter drop comment "allowed by none of the above"',
  ]);
  assert.deepEqual(part(script, "chain ingress-group-2"), []);
  assert.equal(script.match(/set pods-\d+ \{/g)?.length, 1);
});

test("Ports become one match per protocol, merged, and a name becomes each listener's number.", () => {
  const ports = [{ port: 80 }, { port: 81, endPort: 90 }, { port: 85, endPort: 95 }, { protocol: "UDP", port: 53 }];
  const named = { name: "web", protocol: "TCP", port: 8080 };
  const pods = [pod("a", "10.244.1.2", { ports: [named] }), pod("b", "10.244.1.3")];
  const script = compile(world({ podSelector: {}, ingress: [{ ports: [...ports, { port: "web" }] }] }, pods), NODE);
  assert.deepEqual(part(script, "chain ingress-policy-1").slice(1), [
    'ct protocol tcp ct reply proto-src 80-95 accept comment "ingress 0: everybody"',
    'ct protocol udp ct reply proto-src 53 accept comment "ingress 0: everybody"',
    'ct reply ip saddr @named-1 ct protocol tcp ct reply proto-src 8080 accept comment "ingress 0: everybody"',
  ]);
  assert.deepEqual(part(script, "set named-1").at(-1), "elements = { 10.244.1.2 }");
});

test("Exceptions that overlap are merged, and a block that is all exception is nobody.", () => {
  const block = (cidr: string, ...except: string[]) => ({ ipBlock: { cidr, except } });
  const from = [
    block("10.0.0.0/8", "10.1.0.0/16", "10.1.2.0/24"),
    block("10.2.0.0/16", "10.0.0.0/8"),
    block("192.0.2.7/24"),
  ];
  const script = compile(world({ podSelector: {}, ingress: [{ from }] }, [pod("a", "10.244.1.2")]), NODE);
  assert.deepEqual(part(script, "chain ingress-policy-1").slice(1), [
    'ct original ip saddr 10.0.0.0/8 ct original ip saddr != { 10.1.0.0/16 } accept comment "ingress 0: addresses 10.0.0.0/8"',
    'ct original ip saddr 192.0.2.0/24 accept comment "ingress 0: addresses 192.0.2.0/24"',
  ]);
});

test("A namespace that was not seen yet is selected by nothing.", () => {
  const spec = { podSelector: {}, ingress: [{ from: [{ namespaceSelector: {} }] }] };
  const script = compile({ ...world(spec, [pod("a", "10.244.1.2")]), namespaces: [] }, NODE);
  assert.deepEqual(part(script, "chain ingress-policy-1"), []);
  assert.deepEqual(part(script, "chain ingress-group-1").at(-1), 'counter drop comment "allowed nothing"');
});

test("A pod range that cannot be read is refused with the node's name.", () => {
  assert.throws(() => compile(world({ podSelector: {} }, []), { name: "node-1", podRange: "fd00::/64" }), {
    code: "BAD_RANGE",
    message: 'node node-1: expected an IPv4 CIDR as pod range, got "fd00::/64"',
  });
});

test("Names cannot write rules: what they contain stays inside a comment.", async () => {
  const name = '"; } } flush ruleset; table ip x { chain y { comment "\n\\\u2028`$(id)';
  const spec = { podSelector: {}, ingress: [{ from: [{ podSelector: { matchLabels: { [name]: name } } }] }] };
  const labels = { [name]: name };
  const script = compile(world([{ namespace: "shop", name, spec }], [pod(name, "10.244.1.2", { labels })]), NODE);
  assert.doesNotMatch(script.replace(/comment "[^"\n]*"/g, ""), /flush|[`$\\]|[^\x20-\x7e\t\n]/);
  assert.equal(await accepted(script), "");
});

const text = fc.oneof(
  fc.constantFrom("a", "b", "in", "accept", "10.0.0.1", "0"),
  fc.string({ unit: "binary", maxLength: 300 }),
);
const selector = fc.record(
  {
    matchLabels: fc.dictionary(fc.constantFrom("app", "tier"), fc.constantFrom("a", "b"), { maxKeys: 2 }),
    matchExpressions: fc.array(
      fc.record({
        key: text,
        operator: fc.constantFrom("In", "NotIn", "Exists", "DoesNotExist", "?"),
        values: fc.array(text),
      }),
      { maxLength: 2 },
    ),
  },
  { requiredKeys: [] },
);
const cidr = fc.oneof(
  fc.tuple(fc.ipV4(), fc.integer({ min: 0, max: 32 })).map(([ip, length]) => `${ip}/${length}`),
  fc.constantFrom("0.0.0.0/0", "::/0", "fd00::/8", "10.244.0.0/16", "nonsense", "1.2.3.4"),
);
const port = fc.record(
  {
    protocol: fc.constantFrom("TCP", "UDP", "SCTP", "ICMP; drop"),
    port: fc.oneof(fc.integer({ min: -1, max: 70_000 }), fc.constantFrom("web", "dns"), text),
    endPort: fc.integer({ min: 0, max: 70_000 }),
  },
  { requiredKeys: [] },
);
const peer = fc.oneof(
  fc.record({ podSelector: selector, namespaceSelector: selector }, { requiredKeys: [] }),
  fc.record({ ipBlock: fc.record({ cidr, except: fc.array(cidr, { maxLength: 4 }) }, { requiredKeys: ["cidr"] }) }),
);
const peers = fc.array(peer, { maxLength: 3 });
const ports = fc.array(port, { maxLength: 4 });
const spec = fc.record(
  {
    podSelector: selector,
    policyTypes: fc.subarray(["Ingress", "Egress"]),
    ingress: fc.array(fc.record({ from: peers, ports }, { requiredKeys: [] }), { maxLength: 3 }),
    egress: fc.array(fc.record({ to: peers, ports }, { requiredKeys: [] }), { maxLength: 3 }),
  },
  { requiredKeys: [] },
);
const anyPod = fc.record({
  namespace: fc.constantFrom("shop", "bank"),
  name: text,
  labels: fc.dictionary(fc.constantFrom("app", "tier"), fc.constantFrom("a", "b")),
  node: fc.constantFrom("node-1", "node-2"),
  ips: fc.array(
    fc.oneof(
      fc.integer({ min: 2, max: 20 }).map((n) => `10.244.1.${n}`),
      fc.ipV4(),
      fc.ipV6(),
      text,
    ),
    { maxLength: 2 },
  ),
  hostNetwork: fc.boolean(),
  phase: fc.constantFrom("Pending", "Running", "Succeeded"),
  ports: fc.array(
    fc.record({
      name: fc.constantFrom("web", "dns"),
      protocol: fc.constantFrom("TCP", "UDP", "?"),
      port: fc.integer(),
    }),
  ),
  since: fc.nat(3),
});

test("Whatever users write, nft accepts the script.", async () => {
  const policy = fc.record({ namespace: fc.constantFrom("shop", "bank"), name: text, spec });
  const worlds = fc.record({
    policies: fc.array(policy, { minLength: 1, maxLength: 5 }),
    pods: fc.array(anyPod, { maxLength: 12 }),
    namespaces: fc.constant([
      { name: "shop", labels: { app: "a" } },
      { name: "bank", labels: {} },
    ]),
  });
  await fc.assert(
    fc.asyncProperty(worlds, async (any) => {
      assert.equal(await accepted(compile(any, NODE)), "");
    }),
    { numRuns: 150 },
  );
});
