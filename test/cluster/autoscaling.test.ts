import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { app, images, pod, service, workload } from "./drafts.ts";
import { openPlace, type Place } from "./place.ts";

describe("Metrics", () => {
  let place: Place;
  before(async () => {
    place = await openPlace("scaling");
    const resources = { requests: { cpu: "50m" }, limits: { cpu: "200m" } };
    await place.make(workload("Deployment", "shop", app({ container: { resources } })), service("shop"), {
      ...{ apiVersion: "autoscaling/v2", kind: "HorizontalPodAutoscaler", metadata: { name: "shop" } },
      spec: {
        scaleTargetRef: { apiVersion: "apps/v1", kind: "Deployment", name: "shop" },
        ...{ minReplicas: 1, maxReplicas: 3 },
        metrics: [
          { type: "Resource", resource: { name: "cpu", target: { type: "Utilization", averageUtilization: 50 } } },
        ],
      },
    });
    await place.readyPods("app=shop", 1);
  });
  after(() => place[Symbol.asyncDispose]());

  const scaler = () => place.find("autoscaling/v2", "HorizontalPodAutoscaler", "shop");

  test("of pods are shown by kubectl top.", async () => {
    const line = await place.eventually("the pod has metrics", async () => {
      const { code, stdout } = await place.tryKubectl("top", "pods", "--no-headers");
      return code === 0 && stdout.trim();
    });
    assert.match(line, /^shop-\S+\s+\d+m\s+[1-9]\d*Mi$/);
  });

  test("reach the autoscaler, which keeps one pod while nobody calls.", async () => {
    const { status } = await place.eventually("the autoscaler knows the use", async () => {
      const found = await scaler();
      const used = found?.status?.currentMetrics?.[0]?.resource?.current?.averageUtilization;
      return used !== undefined && used < 50 && found;
    });
    assert.equal(status.currentReplicas, 1);
  });

  test("under load make the autoscaler add pods, which then share the work.", async () => {
    const line = 'while :; do curl -s -o /dev/null --max-time 20 "http://shop/burn?ms=100"; done';
    await place.make(pod("crowd", { image: images.toolbox, run: `${line} & ${line} & ${line}` }));
    await place.eventually("the autoscaler wants more pods", async () => (await scaler())?.status?.desiredReplicas > 1);
    const found = await place.eventually("there are more pods", async () => {
      const ready = (await place.find("apps/v1", "Deployment", "shop"))?.status?.readyReplicas;
      return ready > 1 && (await scaler());
    });
    const events = (await place.cluster.client.list(`/api/v1/namespaces/${place.namespace}/events`)).items;
    const rescaled = events.find(({ reason }) => reason === "SuccessfulRescale");
    assert.match(rescaled?.message ?? "", /cpu resource utilization \(percentage of request\) above target/);
    assert.ok(found.status.currentMetrics[0].resource.current.averageUtilization >= 0);
    await place.remove("v1", "Pod", "crowd");
  });
});
