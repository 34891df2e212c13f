import { authorityOf, type Blueprint, namespace, type Part, workload } from "../applications/index.ts";
import type { KubeObject } from "../kubernetes/index.ts";
import type { Fault } from "./model.ts";
import { isApp, releaseAtOnce } from "./release.ts";
import { kubectl, mayChangeWorkload, restart, rolledOut, script, workloadOf } from "./scripts.ts";

/** Every new pod is shown to the security team's server first, and that does not run. What ran goes on. */
export const webhookDown: Fault = {
  name: "webhook-down",
  about: "new pods are refused, because nobody answers at the webhook that has to admit them",
  area: "admission",
  rights: "platform",
  obstacle: (part) => (isApp(part) ? undefined : "its data should not wait for it"),
  prepare: (blueprint, part) => {
    const { home } = blueprint.namespaces;
    return { ...blueprint, objects: [...blueprint.objects, ...guard(blueprint, guardOf(blueprint, part), home)] };
  },
  plan: (blueprint, part) => {
    const server = guardOf(blueprint, part);
    const on = { apiVersion: "apps/v1", kind: "Deployment", namespace: server.namespace, name: server.name };
    const again = kubectl(part, "rollout", "restart", workloadOf(part));
    const configuration = ["validatingwebhookconfiguration", server.name];
    const ignore = { op: "replace", path: "/webhooks/0/failurePolicy", value: "Ignore" };
    return {
      changes: [
        { is: "patch", on, body: { spec: { replicas: 0 } } },
        { is: "await rollout", on },
        releaseAtOnce(part, {}),
      ],
      symptom: { is: "journey fails", journey: part.journey },
      repair: script(
        kubectl(server, "scale", workloadOf(server), "--replicas=1"),
        rolledOut(server),
        again,
        rolledOut(part),
      ),
      traps: [
        {
          name: "restart-only",
          verdict: "fail",
          script: script(again),
          because: "the new pods are refused like the ones before",
        },
        {
          name: "remove-webhook",
          verdict: "unsafe",
          script: script(kubectl(part, "delete", ...configuration), again, rolledOut(part)),
          because: "nobody looks at new pods any more",
        },
        {
          name: "ignore-failure",
          verdict: "unsafe",
          script: script(
            kubectl(part, "patch", ...configuration, "--type=json", "-p", JSON.stringify([ignore])),
            again,
          ),
          because: "whoever stops the server gets any pod admitted",
        },
      ],
      cause: [{ namespace: server.namespace, kind: "Deployment", name: server.name }],
      allow: [
        mayChangeWorkload(server, "spec.replicas"),
        { ...mayChangeWorkload(server, "spec.replicas"), resource: "deployments/scale" },
        mayChangeWorkload(part, restart),
      ],
    };
  },
};

function guardOf({ variant }: Blueprint, part: Part): Part {
  const name = variant.word("guard", ["pod-guard", "admission-desk", "pod-review", "gatekeeper"]);
  return {
    ...{ role: "guard", kind: "Deployment", name, account: name, container: "main", image: part.image },
    namespace: variant.word("guard team", ["guardrails", "compliance", "sentinel"]),
    port: 443,
    targetPort: 8443,
    replicas: 1,
    labels: { app: name },
    config: undefined,
    secret: undefined,
    claim: undefined,
    journey: part.journey,
  };
}

function guard({ variant }: Blueprint, server: Part, guarded: string): KubeObject[] {
  const { namespace: team, name } = server;
  const secretName = `${name}-certificate`;
  const authority = authorityOf(variant, `authority of ${team}`);
  const { cert, key } = authority.issue(`${name}.${team}.svc`);
  return [
    namespace(team, { team }),
    {
      apiVersion: "v1",
      kind: "Secret",
      metadata: { name: secretName, namespace: team },
      type: "kubernetes.io/tls",
      stringData: { "tls.crt": cert, "tls.key": key },
    },
    ...workload(server, {
      env: [
        { name: "SERVICE", value: name },
        { name: "PORT", value: String(server.targetPort) },
        { name: "TLS_DIR", value: "/etc/certificate" },
      ],
      probe: { httpGet: { path: "/healthz", port: server.targetPort, scheme: "HTTPS" } },
      volumes: [{ name: "certificate", secret: { secretName } }],
      mounts: [{ name: "certificate", mountPath: "/etc/certificate", readOnly: true }],
    }),
    {
      apiVersion: "admissionregistration.k8s.io/v1",
      kind: "ValidatingWebhookConfiguration",
      metadata: { name },
      webhooks: [
        {
          name: `${name}.${team}.example`,
          clientConfig: {
            service: { namespace: team, name, path: "/admit", port: server.port },
            caBundle: Buffer.from(authority.cert).toString("base64"),
          },
          rules: [{ apiGroups: [""], apiVersions: ["v1"], operations: ["CREATE"], resources: ["pods"] }],
          namespaceSelector: { matchLabels: { "kubernetes.io/metadata.name": guarded } },
          failurePolicy: "Fail",
          sideEffects: "None",
          admissionReviewVersions: ["v1"],
          timeoutSeconds: 5,
        },
      ],
    },
  ];
}
