import assert from "node:assert/strict";
import { test } from "node:test";
import { promText } from "./metrics.ts";
import type { LogLine } from "./model.ts";
import { spansIn } from "./spans.ts";

test("The text of a metrics page becomes samples, with types and labels as they were written.", () => {
  const text = [
    "# HELP requests_total all of them",
    "# TYPE requests_total counter",
    'requests_total{path="/a\\"b\\n",status="200"} 12 1794824408355',
    "memory_bytes 1.5e+07",
    "broken{ 3",
    "not_a_number NaN",
    "",
  ].join("\n");
  assert.deepEqual(promText(text, 7, { pod: "cart" }), [
    {
      time: 7,
      name: "requests_total",
      value: 12,
      type: "counter",
      labels: { path: '/a"b\n', status: "200", pod: "cart" },
    },
    { time: 7, name: "memory_bytes", value: 15_000_000, type: "gauge", labels: { pod: "cart" } },
  ]);
});

test("A collector's lines become spans; whatever else it says is left out.", () => {
  const line = (body: string): LogLine => ({
    ...{ time: "", namespace: "telemetry", pod: "collector", container: "main", service: "collector", body },
  });
  const told = {
    ...{ traceId: "t", spanId: "s", parentSpanId: "", name: "GET /", kind: 2 },
    ...{ startTimeUnixNano: "1794824333153470466", endTimeUnixNano: "1794824333157664866" },
    ...{ attributes: { "http.response.status_code": 502 }, status: { code: 2, message: "502" } },
    resource: { "service.name": "front", "k8s.namespace.name": "shop", "k8s.pod.name": "front-1" },
  };
  const lines = [
    line("starting"),
    line(JSON.stringify(told)),
    line('{"traceId": ""}'),
    line(`${JSON.stringify(told)}}`),
  ];
  assert.deepEqual(spansIn(lines), [
    {
      ...{ time: 1794824333153.47, trace: "t", span: "s", parent: undefined, service: "front", namespace: "shop" },
      ...{ pod: "front-1", name: "GET /", kind: "server", duration: 4_194_400, isError: true, message: "502" },
      attributes: { "http.response.status_code": "502" },
    },
  ]);
});
