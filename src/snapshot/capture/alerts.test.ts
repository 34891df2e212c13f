import assert from "node:assert/strict";
import { test } from "node:test";
import type { KubeObject } from "../../kubernetes/index.ts";
import { alertsIn } from "./alerts.ts";
import type { Observed, Recorded, Span } from "./model.ts";
import { readRules, usualRules } from "./rules.ts";

const rules = await readRules(usualRules);
const second = 1_000;
const quiet: Recorded = {
  from: 0,
  to: 120 * second,
  objects: [],
  events: [],
  logs: [],
  samples: [],
  spans: [],
  missing: [],
};

/** Which alert, about what, when first: in seconds. */
function fired(recorded: Partial<Recorded>): string[] {
  const first = new Map<string, number>();
  for (const { time, labels } of alertsIn({ ...quiet, ...recorded }, rules)) {
    const { alertname, severity: _, ...about } = labels;
    const key = `${alertname} ${Object.values(about).join("/")}`;
    first.set(key, first.get(key) ?? time / second);
  }
  return [...first].map(([what, at]) => `${at} ${what}`);
}

const object = (kind: string, name: string, more: object): KubeObject => ({
  ...{ apiVersion: "v1", kind, metadata: { name, namespace: "shop", uid: `${kind}-${name}` } },
  ...more,
});
const seen = (at: number, of: KubeObject, type: Observed["type"] = "MODIFIED"): Observed => ({
  time: at * second,
  type,
  object: of,
});
const request = (at: number, more: Partial<Span> = {}): Span => ({
  ...{ time: at * second, trace: String(at), span: String(at), parent: "caller", service: "cart", namespace: "shop" },
  ...{
    pod: undefined,
    name: "GET /",
    kind: "server",
    duration: 5e6,
    isError: false,
    message: undefined,
    attributes: {},
  },
  ...more,
});
const requests = (from: number, to: number, more: Partial<Span> = {}) =>
  Array.from({ length: to - from }, (_, at) => request(from + at, more));

test("Nothing fires where nothing happens, and where all goes well.", () => {
  assert.deepEqual(fired({}), []);
  assert.deepEqual(fired({ spans: requests(0, 120) }), []);
});

test("Errors fire when a tenth of the requests of a service fail, and end with them.", () => {
  assert.deepEqual(fired({ spans: [...requests(0, 60), ...requests(60, 120, { isError: true })] }), [
    "70 HighErrorRate shop/cart",
  ]);
  const over = alertsIn({ ...quiet, spans: [...requests(0, 30, { isError: true }), ...requests(30, 120)] }, rules);
  assert.ok(
    over.every(({ time }) => time <= 60 * second),
    "30 seconds later no error is in the window",
  );
});

test("A call within another service is that service's, and not counted again.", () => {
  assert.deepEqual(fired({ spans: requests(0, 120, { kind: "client", isError: true }) }), []);
});

test("Slow requests fire, and so does silence after requests.", () => {
  assert.deepEqual(fired({ spans: requests(0, 120, { duration: 2e9 }) }), ["15 HighLatency shop/cart"]);
  assert.deepEqual(fired({ spans: requests(0, 40) }), ["80 NoRequests shop/cart"]);
});

test("A workload fires when it lacks ready pods for ten seconds, and not during an ordinary release.", () => {
  const cart = (readyReplicas: number) =>
    object("Deployment", "cart", { spec: { replicas: 2 }, status: { readyReplicas } });
  const short = [seen(0, cart(2)), seen(22, cart(1)), seen(29, cart(2))];
  assert.deepEqual(fired({ objects: short }), []);
  assert.deepEqual(fired({ objects: [seen(0, cart(2)), seen(22, cart(0))] }), ["35 WorkloadUnavailable shop/cart"]);
});

const pod = (status: object, phase = "Running") =>
  object("Pod", "cart-1", { status: { phase, containerStatuses: [{ name: "main", ...status }] } });

test("Pods fire for restarts, for what they wait for, and for memory.", () => {
  const again = [0, 1, 2, 3].map((restartCount) => seen(10 + 10 * restartCount, pod({ restartCount })));
  assert.deepEqual(fired({ objects: again }), ["30 ContainerRestarting shop/cart-1/main"]);
  const waiting = pod({ state: { waiting: { reason: "ImagePullBackOff" } } });
  assert.deepEqual(fired({ objects: [seen(20, waiting)] }), ["30 ContainerWaiting shop/cart-1/main/ImagePullBackOff"]);
  const making = pod({ state: { waiting: { reason: "ContainerCreating" } } });
  assert.deepEqual(fired({ objects: [seen(20, making)] }), []);
  const killed = pod({
    lastState: { terminated: { reason: "OOMKilled", finishedAt: new Date(20 * second).toISOString() } },
  });
  assert.deepEqual(fired({ objects: [seen(21, killed)] }), ["25 OutOfMemory shop/cart-1/main"]);
});

test("What is pending, failed, unready or stuck fires; what is gone does not.", () => {
  assert.deepEqual(fired({ objects: [seen(0, pod({}, "Pending"))] }), ["20 PodPending shop/cart-1"]);
  assert.deepEqual(fired({ objects: [seen(0, pod({}, "Pending")), seen(12, pod({}, "Pending"), "DELETED")] }), []);
  const claim = object("PersistentVolumeClaim", "data", { status: { phase: "Pending" } });
  assert.deepEqual(fired({ objects: [seen(0, claim)] }), ["20 ClaimPending shop/data"]);
  assert.deepEqual(fired({ objects: [seen(0, object("Job", "closing", { status: { failed: 1 } }))] }), [
    "5 JobFailed shop/closing",
  ]);
  const node = object("Node", "node-1", { status: { conditions: [{ type: "Ready", status: "Unknown" }] } });
  assert.deepEqual(fired({ objects: [seen(0, node)] }), ["15 NodeNotReady shop/node-1"]);
  const held = object("Pod", "held", {});
  const deleting = { ...held, metadata: { ...held.metadata, deletionTimestamp: new Date(0).toISOString() } };
  assert.deepEqual(fired({ objects: [seen(0, deleting)] }), ["35 StuckDeletion shop/held"]);
});

test("The same records give the same alerts.", () => {
  const recorded = { ...quiet, spans: requests(0, 120, { isError: true }) };
  assert.deepEqual(alertsIn(recorded, rules), alertsIn(recorded, rules));
});
