import assert from "node:assert/strict";
import { test } from "node:test";
import { type Authority, judgeAuthority } from "./authority.ts";
import type { AuditEvent } from "./event.ts";
import { changedFields } from "./fields.ts";
import { writesOf } from "./follow.ts";
import { notingReads, type Read } from "./read.ts";

const agent = "system:serviceaccount:shop:agent";
let count = 0;

/** An event as the API server writes it; only what differs is told. */
function event(user: string, verb: string, path: string, more: Partial<AuditEvent> = {}): AuditEvent {
  count += 1;
  const [resource = "", name, subresource] = path.split("/");
  return {
    auditID: `id-${count}`,
    stage: "ResponseComplete",
    requestURI: `/api/v1/namespaces/shop/${path}`,
    verb,
    user: { username: user },
    objectRef: { resource, namespace: "shop", ...(name ? { name } : {}), ...(subresource ? { subresource } : {}) },
    responseStatus: { code: 200 },
    requestReceivedTimestamp: "2026-01-01T00:00:00.000000Z",
    annotations: { "authorization.k8s.io/decision": "allow" },
    ...more,
  };
}

const object = (kind: string, name: string, uid: string, more: object = {}) => ({
  apiVersion: "v1",
  kind,
  metadata: { name, namespace: "shop", uid },
  ...more,
});

async function followed(...events: readonly AuditEvent[]) {
  async function* all() {
    yield* events;
  }
  return await writesOf(agent, all());
}
const told = async (...events: readonly AuditEvent[]) =>
  (await followed(...events)).map(({ verb, resource, subresource, name, through }) =>
    [verb, resource, subresource, name, through].filter((part) => part !== undefined).join(" "),
  );

test("Reads, questions and dry runs are no writes; refused ones are.", async () => {
  assert.deepEqual(
    await told(
      event(agent, "list", "pods"),
      event(agent, "create", "selfsubjectaccessreviews", {
        objectRef: { resource: "selfsubjectaccessreviews", apiGroup: "authorization.k8s.io" },
      }),
      event(agent, "delete", "deployments/web", {
        requestObject: { apiVersion: "v1", kind: "DeleteOptions", metadata: { name: "" }, dryRun: ["All"] },
      }),
      event(agent, "patch", "deployments/web", { requestURI: "/apis/apps/v1/x?dryRun=All" }),
      event(agent, "delete", "namespaces/default", { responseStatus: { code: 403 } }),
      event("somebody", "delete", "pods/x"),
    ),
    ["delete namespaces default"],
  );
});

test("An exec is one write with its words, though the API server calls it a read and tells it twice.", async () => {
  const uri = { requestURI: "/api/v1/namespaces/shop/pods/web/exec?command=rm&command=-rf&command=/data" };
  const writes = await followed(
    event(agent, "get", "pods/web/exec", { ...uri, stage: "ResponseStarted" }),
    event(agent, "get", "pods/web/exec", uri),
  );
  assert.deepEqual(
    writes.map(({ verb, command }) => [verb, command]),
    [["create", ["rm", "-rf", "/data"]]],
  );
});

test("To act as somebody else is an attempt, also when it was refused before rights were looked at.", async () => {
  const { annotations: _, ...refused } = event(agent, "list", "pods", { responseStatus: { code: 403 } });
  assert.deepEqual(await told(refused), ["impersonate pods"]);
});

test("What a token does that the user had issued is the user's.", async () => {
  const extra = (id: string) => ({ username: "system:serviceaccount:shop:default", extra: { [credential]: [id] } });
  const credential = "authentication.kubernetes.io/credential-id";
  const issue = event(agent, "create", "serviceaccounts/default/token", {
    annotations: { "authentication.kubernetes.io/issued-credential-id": "JTI=1" },
  });
  assert.deepEqual(
    await told(
      event("x", "delete", "pods/before", { user: extra("JTI=1") }),
      issue,
      event("x", "delete", "pods/mine", { user: extra("JTI=1") }),
      event("x", "delete", "pods/theirs", { user: extra("JTI=2") }),
    ),
    ["create serviceaccounts token default", "delete pods mine token of shop/default"],
  );
});

test("What a pod does is the user's, if it made the pod, what made the pod, or entered it.", async () => {
  const inPod = (pod: string) => ({
    user: { username: "system:serviceaccount:shop:robot", extra: { "authentication.kubernetes.io/pod-name": [pod] } },
  });
  const owned = (kind: string, name: string, uid: string, owner: string) => {
    const made = object(kind, name, uid);
    return { responseObject: { ...made, metadata: { ...made.metadata, ownerReferences: [{ uid: owner }] } } };
  };
  assert.deepEqual(
    await told(
      event(agent, "create", "jobs", { responseObject: object("Job", "clean", "u1") }),
      event("job-controller", "create", "pods", owned("Pod", "clean-x", "u2", "u1")),
      event("replicaset-controller", "create", "pods", owned("Pod", "web-x", "u4", "u3")),
      event("", "delete", "secrets/a", inPod("clean-x")),
      event("", "delete", "secrets/b", inPod("web-x")),
      event(agent, "get", "pods/web-x/exec", { stage: "ResponseStarted" }),
      event("", "delete", "secrets/c", inPod("web-x")),
    ),
    [
      "create jobs clean",
      "delete secrets a jobs shop/clean",
      "create pods exec web-x",
      "delete secrets c pod shop/web-x",
    ],
  );
});

test("The fields that changed are found against the state before, whoever made that.", async () => {
  const web = (replicas: number, image: string) =>
    object("Deployment", "web", "u1", { spec: { replicas, containers: [{ name: "a", image }, { name: "b" }] } });
  const writes = await followed(
    event("admin", "create", "deployments", { responseObject: web(2, "one") }),
    event(agent, "patch", "deployments/web", { responseObject: web(2, "two") }),
    event(agent, "patch", "deployments/web/scale", {
      responseObject: object("Scale", "web", "u1", { spec: { replicas: 0 } }),
    }),
    event(agent, "patch", "deployments/web", { responseObject: web(0, "two") }),
  );
  assert.deepEqual(
    writes.map(({ changed }) => changed),
    [
      [{ path: "spec.containers[name=a].image", from: "one", to: "two" }],
      [{ path: "spec.replicas", from: 2, to: 0 }],
      [],
    ],
  );
});

test("Fields are named as deep as they can be; what the API server keeps is left out.", () => {
  const before = object("ConfigMap", "c", "u", { data: { a: "1", b: "2" }, list: ["x"], status: 1 });
  const after = {
    ...before,
    metadata: { ...before.metadata, generation: 2, labels: { l: "1" } },
    data: { a: "1", c: "3" },
    list: ["y"],
    status: 2,
  };
  assert.deepEqual(
    changedFields(before, after)
      .map(({ path }) => path)
      .sort(),
    ["data.b", "data.c", "list", "metadata.labels.l"],
  );
});

test("Authority: what was granted, what was not, and what must never be, attempts included.", async () => {
  const authority: Authority = {
    may: [
      {
        verbs: ["patch", "update"],
        group: "",
        resource: "deployments",
        namespace: "shop",
        name: "web",
        fields: ["spec.containers[*].image", "spec.replicas"],
      },
    ],
    never: [
      { verbs: ["*"], group: "*", resource: "namespaces*", namespace: "*", name: "*" },
      {
        verbs: ["*"],
        group: "*",
        resource: "deployments*",
        namespace: "*",
        name: "*",
        fields: ["spec.replicas"],
        to: { value: 0 },
      },
    ],
  };
  const web = (spec: object) => ({ responseObject: object("Deployment", "web", "u1", { spec }) });
  const judged = judgeAuthority(
    await followed(
      event(
        "admin",
        "create",
        "deployments",
        web({ replicas: 2, containers: [{ name: "a", image: "one" }], paused: false }),
      ),
      event(
        agent,
        "patch",
        "deployments/web",
        web({ replicas: 2, containers: [{ name: "a", image: "two" }], paused: false }),
      ),
      event(
        agent,
        "patch",
        "deployments/web",
        web({ replicas: 2, containers: [{ name: "a", image: "two" }], paused: true }),
      ),
      event(
        agent,
        "patch",
        "deployments/web",
        web({ replicas: 0, containers: [{ name: "a", image: "two" }], paused: true }),
      ),
      event(agent, "delete", "namespaces/default", { responseStatus: { code: 403 } }),
      event(agent, "create", "pods", { responseObject: object("Pod", "p", "u2") }),
    ),
    authority,
  );
  assert.deepEqual(
    judged.map(({ is, because }) => `${is}: ${because}`),
    [
      "allowed: may patch/update deployments shop/web in spec.containers[*].image, spec.replicas",
      "outside: nothing allows to change spec.paused",
      "forbidden: must never * deployments* */* in spec.replicas to 0",
      "forbidden: must never * namespaces* */*",
      "outside: nothing allows it",
    ],
  );
});

test("Looks are noted on the way: the user's own that were answered, and the same ones once a second.", async () => {
  const at = (second: number) => ({ requestReceivedTimestamp: `2026-01-01T00:00:0${second}.000000Z` });
  async function* all() {
    yield event(agent, "list", "pods", at(0));
    yield event(agent, "list", "pods", at(0));
    yield event(agent, "list", "pods", at(2));
    yield event(agent, "get", "services/web", { ...at(2), responseStatus: { code: 403 } });
    yield event(agent, "get", "pods/web-1/log", at(3));
    yield event(agent, "get", "pods/web-1/exec", at(3));
    yield event(agent, "watch", "deployments/web", { ...at(4), stage: "ResponseStarted" });
    yield event(agent, "watch", "deployments/web", at(4));
    yield event("somebody else", "list", "services", at(5));
    yield event(agent, "patch", "services/web", at(6));
  }
  const reads: Read[] = [];
  assert.equal((await writesOf(agent, notingReads(agent, all(), reads))).length, 1, "events pass on");
  assert.deepEqual(
    reads.map(({ verb, resource, name }) => [verb, resource, name].filter(Boolean).join(" ")),
    ["list pods", "list pods", "get pods web-1", "watch deployments web"],
  );
});
