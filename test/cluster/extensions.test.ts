import assert from "node:assert/strict";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { run } from "../../src/process/index.ts";
import { pod, podSpec, service } from "./drafts.ts";
import { openPlace, type Place } from "./place.ts";

/** Answers admission reviews: what is labelled `forbidden` is denied, with a reason. */
const admissionServer = `
import http.server, json, ssl
class Review(http.server.BaseHTTPRequestHandler):
    def do_POST(self):
        request = json.loads(self.rfile.read(int(self.headers["content-length"])))["request"]
        allowed = "forbidden" not in (request["object"]["metadata"].get("labels") or {})
        response = {"uid": request["uid"], "allowed": allowed, "status": {"message": "the word is forbidden here"}}
        body = json.dumps({"apiVersion": "admission.k8s.io/v1", "kind": "AdmissionReview", "response": response}).encode()
        self.send_response(200)
        self.send_header("content-type", "application/json")
        self.send_header("content-length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)
server = http.server.ThreadingHTTPServer(("", 8443), Review)
context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
context.load_cert_chain("/tls/tls.crt", "/tls/tls.key")
server.socket = context.wrap_socket(server.socket, server_side=True)
server.serve_forever()
`;

describe("The API can be extended and narrowed", { concurrency: true }, () => {
  let place: Place;
  before(async () => {
    place = await openPlace("extensions");
  });
  after(() => place[Symbol.asyncDispose]());

  test("a namespace that enforces the restricted standard refuses a privileged pod and takes a modest one.", async () => {
    await using strict = await openPlace("strict", { "pod-security.kubernetes.io/enforce": "restricted" });
    await assert.rejects(
      strict.make(pod("privileged", { container: { securityContext: { privileged: true } } })),
      /violates PodSecurity "restricted:latest".*privileged/,
    );
    const securityContext = {
      ...{ allowPrivilegeEscalation: false, runAsNonRoot: true, runAsUser: 1000 },
      ...{ capabilities: { drop: ["ALL"] }, seccompProfile: { type: "RuntimeDefault" } },
    };
    await strict.make(pod("modest", { container: { securityContext } }));
    await strict.ready("modest");
    assert.equal(await strict.exec("modest", "id", "-u"), "1000\n");
  });

  test("a controller's pod that the standard refuses is told of in an event.", async () => {
    await using strict = await openPlace("strict", { "pod-security.kubernetes.io/enforce": "baseline" });
    const template = { metadata: { labels: { app: "d" } }, spec: podSpec({ spec: { hostNetwork: true } }) };
    const spec = { selector: { matchLabels: { app: "d" } }, template };
    await strict.make({ apiVersion: "apps/v1", kind: "Deployment", metadata: { name: "d" }, spec });
    await strict.eventually("an event says why", async () => {
      const events = (await strict.cluster.client.list(`/api/v1/namespaces/${strict.namespace}/events`)).items;
      return events.some(({ reason, message }) => reason === "FailedCreate" && /violates PodSecurity/.test(message));
    });
  });

  test("an own kind of object is stored, checked against its schema, and shown in its columns.", async () => {
    const group = `${place.namespace}.example.com`;
    const { client } = place.cluster;
    const path = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";
    const size = { type: "integer", minimum: 1 };
    const specSchema = { type: "object", required: ["size"], properties: { size } };
    await client.create(path, {
      ...{ apiVersion: "apiextensions.k8s.io/v1", kind: "CustomResourceDefinition" },
      metadata: { name: `widgets.${group}` },
      spec: {
        ...{ group, scope: "Namespaced", names: { plural: "widgets", singular: "widget", kind: "Widget" } },
        versions: [
          {
            ...{ name: "v1", served: true, storage: true, subresources: { status: {} } },
            schema: { openAPIV3Schema: { type: "object", properties: { spec: specSchema } } },
            additionalPrinterColumns: [{ name: "Size", type: "integer", jsonPath: ".spec.size" }],
          },
        ],
      },
    });
    await using undo = new AsyncDisposableStack();
    undo.defer(() => client.remove(`${path}/widgets.${group}`));
    await place.kubectl("wait", "--for=condition=Established", `crd/widgets.${group}`, "--timeout=120s");
    const widget = (name: string, spec: object) => ({
      apiVersion: `${group}/v1`,
      kind: "Widget",
      metadata: { name },
      spec,
    });
    await place.make(widget("good", { size: 3 }));
    await assert.rejects(place.make(widget("bad", { size: 0 })), /should be greater than or equal to 1/);
    await assert.rejects(place.make(widget("bare", {})), /spec\.size: Required value/);
    assert.match(await place.kubectl("get", `widgets.${group}`), /NAME\s+SIZE\ngood\s+3/);
  });

  test("a webhook served by a pod denies what it is told to deny, and nothing else.", async () => {
    const { client } = place.cluster;
    const folder = await mkdtemp(join(tmpdir(), "airworthy-webhook-"));
    await using undo = new AsyncDisposableStack();
    undo.defer(() => rm(folder, { recursive: true, force: true }));
    const name = `gate.${place.namespace}.svc`;
    const [key, cert] = [join(folder, "key"), join(folder, "cert")];
    const who = ["-subj", `/CN=${name}`, "-addext", `subjectAltName=DNS:${name}`];
    const kind = ["-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "1"];
    await run("openssl", ["req", ...kind, ...who, "-keyout", key, "-out", cert]);
    const pem = await readFile(cert, "utf8");
    const stringData = { "tls.crt": pem, "tls.key": await readFile(key, "utf8") };
    await place.make(
      { apiVersion: "v1", kind: "Secret", type: "kubernetes.io/tls", metadata: { name: "tls" }, stringData },
      { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "gate" }, data: { "gate.py": admissionServer } },
      pod("gate", {
        image: "python:3.12",
        run: "exec python3 /code/gate.py",
        container: {
          readinessProbe: { tcpSocket: { port: 8443 }, periodSeconds: 1 },
          volumeMounts: [
            { name: "tls", mountPath: "/tls" },
            { name: "code", mountPath: "/code" },
          ],
        },
        spec: {
          volumes: [
            { name: "tls", secret: { secretName: "tls" } },
            { name: "code", configMap: { name: "gate" } },
          ],
        },
      }),
      service("gate", { ports: [{ port: 443, targetPort: 8443 }] }),
    );
    await place.ready("gate");
    const path = "/apis/admissionregistration.k8s.io/v1/validatingwebhookconfigurations";
    await client.create(path, {
      ...{ apiVersion: "admissionregistration.k8s.io/v1", kind: "ValidatingWebhookConfiguration" },
      metadata: { name: place.namespace },
      webhooks: [
        {
          name: `gate.${place.namespace}.example.com`,
          ...{ admissionReviewVersions: ["v1"], sideEffects: "None", failurePolicy: "Fail", timeoutSeconds: 30 },
          rules: [{ apiGroups: [""], apiVersions: ["v1"], operations: ["CREATE"], resources: ["configmaps"] }],
          namespaceSelector: { matchLabels: { "kubernetes.io/metadata.name": place.namespace } },
          clientConfig: {
            service: { name: "gate", namespace: place.namespace },
            caBundle: Buffer.from(pem).toString("base64"),
          },
        },
      ],
    });
    undo.defer(() => client.remove(`${path}/${place.namespace}`));
    const attempt = (each: string, labels: Record<string, string>) =>
      place.make({ apiVersion: "v1", kind: "ConfigMap", metadata: { name: each, labels } });
    let tries = 0;
    // The API server learns of a new webhook by watching, a moment after it was made.
    const denial = await place.eventually("the webhook denies", async () => {
      tries += 1;
      return attempt(`denied-${tries}`, { forbidden: "yes" }).then(
        () => undefined,
        (thrown: Error) => thrown.message,
      );
    });
    assert.match(denial, /admission webhook "gate\..*" denied the request: the word is forbidden here/);
    await attempt("allowed", { welcome: "yes" });
  });
});
