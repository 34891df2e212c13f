import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { parse } from "yaml";
import { connect } from "../../src/kubernetes/index.ts";
import {
  capture,
  collectorLabel,
  openSnapshot,
  type Store,
  stageSnapshot,
  writeCapture,
} from "../../src/snapshot/index.ts";
import { type Place as Folder, place as folder } from "../snapshot/place.ts";
import { app, images, pod, service, workload } from "./drafts.ts";
import { openPlace, type Place } from "./place.ts";

const password = "open-sesame-4711";
const env = [
  { name: "REQUIRE_ENV", value: "" },
  { name: "SERVICE", value: "shop" },
  { name: "OTEL_EXPORTER_OTLP_ENDPOINT", value: "http://collector:4318" },
];
/** A caller that is being traced itself. */
const request = `
import urllib.error, urllib.request
headers = {"traceparent": "00-${"a".repeat(32)}-${"b".repeat(16)}-01"}
try:
    urllib.request.urlopen(urllib.request.Request("http://localhost:8080/status/503", headers=headers))
except urllib.error.HTTPError as error:
    assert error.code == 503
`;

describe("A capture of a live cluster", () => {
  let place: Place;
  let here: Folder;
  let store: Store;
  before(async () => {
    [place, here] = [await openPlace("captured"), await folder()];
    await place.make(
      { apiVersion: "v1", kind: "Secret", metadata: { name: "login" }, stringData: { password } },
      {
        apiVersion: "v1",
        kind: "ConfigMap",
        metadata: { name: "settings" },
        data: { mode: "fast", copied: `x:${password}@y` },
      },
      pod("collector", {
        ...{ image: images.app, run: "exec python3 /app/collector.py", labels: { [collectorLabel]: "otlp" } },
        container: { readinessProbe: { tcpSocket: { port: 4318 }, periodSeconds: 1 } },
      }),
      service("collector", { ports: [{ port: 4318, targetPort: 4318 }] }),
      workload("Deployment", "shop", app({ container: { env } })),
      service("shop"),
    );
    await place.ready("collector");
    const [first] = await place.readyPods("app=shop", 1);
    const signal = new AbortController().signal;
    await using recording = await capture(place.cluster.client, {
      namespaces: [place.namespace],
      everySeconds: 1,
      signal,
    });
    await place.exec(first?.metadata.name ?? "", "python3", "-c", request);
    await place.kubectl("patch", "configmap", "settings", "-p", '{"data":{"mode":"slow"}}');
    await place.kubectl("set", "env", "deployment/shop", "REQUIRE_ENV=NOWHERE_SET");
    await place.eventually("a container that ends and is begun again", async () => {
      const pods = await place.pods("app=shop");
      return pods.some(({ status }) => (status?.containerStatuses?.[0]?.restartCount ?? 0) > 0);
    });
    await place.kubectl("delete", "pod", first?.metadata.name ?? "", "--wait=false");
    await place.eventually(
      "the pod is gone",
      async () => (await place.find("v1", "Pod", first?.metadata.name ?? "")) === undefined,
    );
    const path = join(here.root, "incident.tar.zst");
    await writeCapture(path, await recording.finish());
    await stageSnapshot(path, here.snapshot);
    store = await openSnapshot(path, { cache: here.cache });
  });
  after(async () => {
    store[Symbol.dispose]();
    await here[Symbol.asyncDispose]();
    await place[Symbol.asyncDispose]();
  });

  const values = async (sql: string) => (await store.rows(sql)).map((row) => Object.values(row)[0]);

  test("has objects, and each change of them in order.", async () => {
    const key = `${place.namespace}/ConfigMap/settings`;
    assert.deepEqual(
      await values(
        `SELECT json_extract_string(body, '$.data.mode') FROM revisions WHERE key = '${key}' ORDER BY number`,
      ),
      ["fast", "slow"],
    );
    assert.ok((await values("SELECT count(*) FROM objects WHERE kind = 'Pod' AND deleted"))[0]);
  });

  test("has events, and what a container said before it was begun again.", async () => {
    assert.ok((await values("SELECT name FROM events WHERE reason = 'BackOff' OR reason = 'Created'")).length > 0);
    const said = await values("SELECT body FROM logs WHERE body LIKE '%missing environment variables%'");
    assert.ok(said.length > 0);
  });

  test("has the spans that services sent, within their callers'.", async () => {
    const spans = await store.rows("SELECT trace, parent, service, name, kind, is_error FROM spans");
    const told = { service: "shop", name: "GET /status/503", kind: "server", is_error: true };
    assert.deepEqual(spans, [{ trace: "a".repeat(32), parent: "b".repeat(16), ...told }]);
  });

  test("has metrics of kubelets and of the metrics API.", async () => {
    const names = await values("SELECT DISTINCT metric FROM series ORDER BY metric");
    for (const name of [
      "container_memory_working_set_bytes",
      "metrics_api_cpu_cores",
      "pod_network_receive_bytes_total",
    ]) {
      assert.ok(names.includes(name), `${name} among ${names.join(", ")}`);
    }
  });

  test("has no other namespace but the system's, and no secret anywhere.", async () => {
    const spaces = await values(
      "SELECT DISTINCT namespace FROM objects WHERE namespace IS NOT NULL AND namespace NOT LIKE 'kube-%'",
    );
    assert.deepEqual(spaces, [place.namespace]);
    for (const name of ["objects.jsonl", "events.jsonl", "logs.jsonl"]) {
      const text = await readFile(join(here.snapshot, name), "utf8");
      assert.ok(!text.includes(password) && !text.includes(Buffer.from(password).toString("base64")), name);
    }
    const [sealed] = await values(`SELECT body FROM revisions WHERE key = '${place.namespace}/Secret/login'`);
    assert.match(String(sealed), /"password":"\[secret [0-9a-f]{12}\]"/);
  });

  test("by whoever may read no logs has none, and says so.", async () => {
    const verbs = ["get", "list", "watch"];
    const rules = [{ apiGroups: [""], resources: ["pods", "configmaps", "events"], verbs }];
    const { kubeconfig } = await place.cluster.identify({ name: "reader", namespaces: { [place.namespace]: rules } });
    const { clusters, users } = parse(kubeconfig);
    const text = (data: string) => Buffer.from(data, "base64").toString();
    const { cluster, user } = { ...clusters[0], ...users[0] };
    using client = connect(
      { url: cluster.server, socketPath: place.cluster.apiSocket },
      {
        ca: text(cluster["certificate-authority-data"]),
        ...(user.token ? { token: user.token } : {}),
        ...(user["client-key-data"]
          ? { cert: text(user["client-certificate-data"]), key: text(user["client-key-data"]) }
          : {}),
      },
    );
    const { signal } = new AbortController();
    await using recording = await capture(client, { namespaces: [place.namespace], everySeconds: 1, signal });
    const { recorded } = await recording.finish();
    assert.ok(recorded.objects.some(({ object }) => object.metadata.name === "settings"));
    assert.deepEqual([recorded.logs, recorded.incomplete], [[], undefined]);
    assert.ok(recorded.missing.includes(`logs of pods in ${place.namespace}: no right to read them`));
    assert.ok(recorded.missing.includes(`no right to list outside ${place.namespace}: ConfigMap, Event, Pod`));
  });
});
