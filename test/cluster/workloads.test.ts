import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { start } from "../../src/process/index.ts";
import { idle, images, pod, podSpec, service, workload } from "./drafts.ts";
import { openPlace, type Place } from "./place.ts";

describe("Workloads behave as everywhere", { concurrency: true }, () => {
  let place: Place;
  before(async () => {
    place = await openPlace("workloads");
  });
  after(() => place[Symbol.asyncDispose]());

  test("a Job runs its pods to completion.", async () => {
    const template = { spec: podSpec({ run: "echo done", spec: { restartPolicy: "Never" } }) };
    const spec = { completions: 2, parallelism: 2, template };
    await place.make({ apiVersion: "batch/v1", kind: "Job", metadata: { name: "job" }, spec });
    const job = await place.eventually("the Job is complete", async () => {
      const found = await place.find("batch/v1", "Job", "job");
      return found?.status?.succeeded === 2 && found;
    });
    const types = (job.status.conditions as { type: string }[]).map(({ type }) => type);
    assert.ok(types.includes("Complete") || types.includes("SuccessCriteriaMet"), types.join());
    assert.equal(await place.kubectl("logs", "job/job"), "done\n");
  });

  test("a Job gives up after as many failures as it may have.", async () => {
    const template = { spec: podSpec({ run: "exit 3", spec: { restartPolicy: "Never" } }) };
    await place.make({
      ...{ apiVersion: "batch/v1", kind: "Job", metadata: { name: "hopeless" } },
      spec: { backoffLimit: 0, template },
    });
    const failed = await place.eventually("the Job has failed", async () => {
      const conditions = ((await place.find("batch/v1", "Job", "hopeless"))?.status?.conditions ?? []) as Condition[];
      return conditions.find(({ type, status }) => type === "Failed" && status === "True");
    });
    assert.equal(failed.reason, "BackoffLimitExceeded");
  });

  test("a CronJob fires when its minute comes, and can be started by hand before.", async () => {
    const template = { spec: podSpec({ run: "echo tick", spec: { restartPolicy: "Never" } }) };
    await place.make({
      ...{ apiVersion: "batch/v1", kind: "CronJob", metadata: { name: "clock" } },
      spec: { schedule: "* * * * *", jobTemplate: { spec: { template } } },
    });
    await place.kubectl("create", "job", "by-hand", "--from=cronjob/clock");
    await place.eventually("the Job made by hand is complete", async () => {
      return (await place.find("batch/v1", "Job", "by-hand"))?.status?.succeeded === 1;
    });
    await place.eventually("the schedule has made a Job, which is complete", async () => {
      const jobs = (await place.cluster.client.list(`/apis/batch/v1/namespaces/${place.namespace}/jobs`)).items;
      const scheduled = jobs.filter(({ metadata }) => /^clock-\d+$/.test(metadata.name));
      return scheduled.some(({ status }) => status?.succeeded === 1);
    });
    assert.ok((await place.find("batch/v1", "CronJob", "clock"))?.status.lastScheduleTime);
    await place.remove("batch/v1", "CronJob", "clock");
  });

  test("init containers run before the main one, in their order, and hand it their files.", async () => {
    const volumeMounts = [{ name: "shared", mountPath: "/shared" }];
    const step = (name: string) => {
      const command = ["sh", "-c", `echo ${name} >> /shared/steps`];
      return { name, image: images.busybox, command, volumeMounts };
    };
    await place.make(
      pod("prepared", {
        run: `cat /shared/steps; ${idle}`,
        container: { volumeMounts },
        spec: { volumes: [{ name: "shared", emptyDir: {} }], initContainers: [step("first"), step("second")] },
      }),
    );
    await place.ready("prepared");
    assert.equal(await place.kubectl("logs", "prepared"), "first\nsecond\n");
  });

  test("a pod waits while an init container fails.", async () => {
    const blocker = { name: "blocker", image: images.busybox, command: ["sh", "-c", "echo no; exit 4"] };
    await place.make(pod("blocked", { spec: { initContainers: [blocker] } }));
    const status = await place.eventually("the init container has failed and was tried again", async () => {
      const found = await place.find("v1", "Pod", "blocked");
      return found?.status?.initContainerStatuses?.[0]?.restartCount > 0 && found?.status;
    });
    assert.equal(status.phase, "Pending");
    assert.equal(status.containerStatuses[0].started, false);
  });

  test("ConfigMaps and Secrets arrive as variables and files, and a change of theirs reaches the files.", async () => {
    const volumes = [
      { name: "settings", configMap: { name: "settings" } },
      { name: "secret", secret: { secretName: "secret", defaultMode: 0o400 } },
    ];
    const volumeMounts = [
      { name: "settings", mountPath: "/settings" },
      { name: "secret", mountPath: "/secret" },
    ];
    const env = [{ name: "COLOUR", valueFrom: { configMapKeyRef: { name: "settings", key: "colour" } } }];
    const envFrom = [{ secretRef: { name: "secret" } }];
    await place.make(
      { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "settings" }, data: { colour: "red" } },
      { apiVersion: "v1", kind: "Secret", metadata: { name: "secret" }, stringData: { PASSWORD: "s3cret" } },
      pod("reader", { container: { env, envFrom, volumeMounts }, spec: { volumes } }),
    );
    await place.ready("reader");
    const look =
      "echo $COLOUR $PASSWORD; cat /settings/colour; echo; cat /secret/PASSWORD; echo; stat -Lc %a /secret/PASSWORD";
    assert.equal(await place.exec("reader", "sh", "-c", look), "red s3cret\nred\ns3cret\n400\n");

    await place.kubectl("patch", "configmap", "settings", "-p", '{"data":{"colour":"blue"}}');
    // kubelet looks at a pod once a minute, or at once when the pod changes.
    await place.kubectl("annotate", "pod", "reader", "seen=again");
    await place.eventually("the file has the new value", async () => {
      return (await place.exec("reader", "cat", "/settings/colour")) === "blue";
    });
    assert.equal(await place.exec("reader", "sh", "-c", "echo $COLOUR"), "red\n");
  });

  test("a pod whose ConfigMap is missing says so, and starts when it comes.", async () => {
    const envFrom = [{ configMapRef: { name: "late" } }];
    await place.make(pod("waits", { container: { envFrom } }));
    const waiting = await place.eventually("the container waits", async () => {
      const state = (await place.find("v1", "Pod", "waits"))?.status?.containerStatuses?.[0]?.state;
      return state?.waiting?.reason === "CreateContainerConfigError" && state.waiting;
    });
    assert.match(waiting.message, /configmap "late" not found/);
    await place.make({ apiVersion: "v1", kind: "ConfigMap", metadata: { name: "late" }, data: { A: "1" } });
    await place.kubectl("annotate", "pod", "waits", "seen=again");
    await place.ready("waits");
  });

  test("a container that fails its liveness probe is started again.", async () => {
    const livenessProbe = { exec: { command: ["test", "!", "-e", "/tmp/ill"] }, periodSeconds: 1, failureThreshold: 1 };
    await place.make(pod("ill", { container: { livenessProbe } }));
    await place.ready("ill");
    await place.exec("ill", "touch", "/tmp/ill");
    await place.eventually("the container runs again, well", async () => {
      const status = (await place.find("v1", "Pod", "ill"))?.status?.containerStatuses?.[0];
      return status?.restartCount > 0 && status.ready === true;
    });
  });

  test("a StatefulSet's pods come one after another, under names that last and that DNS knows.", async () => {
    await place.make(
      service("set", { clusterIP: "None" }),
      workload("StatefulSet", "set", { run: idle }, { replicas: 2, serviceName: "set" }),
    );
    const pods = await place.readyPods("app=set", 2);
    assert.deepEqual(pods.map(({ metadata }) => metadata.name).sort(), ["set-0", "set-1"]);
    const [first, second] = pods.sort((a, b) => (a.metadata.name < b.metadata.name ? -1 : 1));
    assert.ok(readySince(first?.status) <= Date.parse(String(second?.metadata.creationTimestamp)));
    await place.eventually("set-0 finds set-1 by name", async () => {
      const outcome = await place.tryKubectl(
        "exec",
        "set-0",
        "--",
        "nslookup",
        `set-1.set.${place.namespace}.svc.cluster.local`,
      );
      return outcome.stdout.includes(second?.status.podIP);
    });
    await place.remove("v1", "Pod", "set-0");
    await place.eventually("set-0 is back as another pod", async () => {
      const [again] = (await place.pods("app=set")).filter(({ metadata }) => metadata.name === "set-0");
      return again !== undefined && again.metadata.uid !== first?.metadata.uid;
    });
  });

  test("a Deployment rolls to a new version with new pods, and back.", async () => {
    const strategy = { rollingUpdate: { maxUnavailable: 0, maxSurge: 1 } };
    await place.make(workload("Deployment", "web", { run: `VERSION=1; ${idle}` }, { replicas: 2, strategy }));
    const old = await place.readyPods("app=web", 2);
    await place.kubectl("set", "env", "deployment/web", "VERSION=2");
    await place.kubectl("rollout", "status", "deployment/web", "--timeout=120s");
    const fresh = await place.readyPods("app=web", 2);
    const names = old.map(({ metadata }) => metadata.name);
    assert.equal(fresh.filter(({ metadata }) => names.includes(metadata.name)).length, 0);
    await place.kubectl("rollout", "undo", "deployment/web");
    await place.kubectl("rollout", "status", "deployment/web", "--timeout=120s");
    const env = (await place.find("apps/v1", "Deployment", "web"))?.spec.template.spec.containers[0].env;
    assert.equal(env, undefined);
  });

  test("a pod that is deleted gets its preStop hook, then the signal, then time to finish.", async () => {
    const lifecycle = { preStop: { exec: { command: ["sh", "-c", "echo hook > /proc/1/fd/1"] } } };
    const line = "trap 'echo asked to stop; sleep 1; echo finished; exit 0' TERM; echo up; while :; do sleep 0.2; done";
    await place.make(
      pod("polite", { run: line, container: { lifecycle }, spec: { terminationGracePeriodSeconds: 60 } }),
    );
    await place.ready("polite");
    const follow = place.cluster.command("kubectl", ["-n", place.namespace, "logs", "-f", "polite"]);
    await using log = await start(follow.file, follow.args, { env: follow.env, stdio: ["ignore", "pipe", "inherit"] });
    let said = "";
    log.raw.stdout?.on("data", (chunk: Buffer) => {
      said += chunk.toString();
    });
    await place.eventually("the log is being followed", async () => said.includes("up"));
    await place.remove("v1", "Pod", "polite");
    await place.eventually("the pod is gone", async () => (await place.find("v1", "Pod", "polite")) === undefined);
    await log.exited;
    assert.equal(said, "up\nhook\nasked to stop\nfinished\n");
  });

  test("a pod that ignores the signal is killed after its grace period.", async () => {
    await place.make(pod("stubborn", { run: "trap '' TERM; while :; do sleep 0.2; done" }));
    await place.ready("stubborn");
    await place.remove("v1", "Pod", "stubborn");
    await place.eventually("the pod is gone", async () => (await place.find("v1", "Pod", "stubborn")) === undefined);
  });
});

interface Condition {
  readonly type: string;
  readonly status: string;
  readonly reason: string;
  readonly lastTransitionTime: string;
}

function readySince(status: { conditions: Condition[] } | undefined): number {
  return Date.parse(status?.conditions.find(({ type }) => type === "Ready")?.lastTransitionTime ?? "");
}
