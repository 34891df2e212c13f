import { authorityOf, type Blueprint, client, type Journey, type Part, podsIn, policy } from "../applications/index.ts";
import type { KubeObject } from "../kubernetes/index.ts";
import { isApp } from "./release.ts";

/** What a part is called outside, and the objects that make it so. */
export interface PublicName {
  readonly host: string;
  /** The Ingress, named like the part. */
  readonly ingress: string;
  /** The Secret with its certificate. */
  readonly secret: string;
  readonly journey: string;
}

export function publicNameOf({ namespaces }: Blueprint, part: Part): PublicName {
  const host = `${part.name}.${namespaces.home}.example`;
  return { host, ingress: part.name, secret: `${part.name}-certificate`, journey: `${part.name} is found as ${host}` };
}

export function cannotBePublic(part: Part): string | undefined {
  return isApp(part) ? undefined : "nobody outside speaks to it";
}

/** A Secret with a certificate for one name, made by the authority that browsers of this variant trust. */
export function certificateFor(
  blueprint: Blueprint,
  part: Part,
  name: string,
  host: string,
  before?: number,
): KubeObject {
  const { cert, key } = authorityIn(blueprint).issue(host, before);
  return {
    apiVersion: "v1",
    kind: "Secret",
    metadata: { name, namespace: part.namespace },
    type: "kubernetes.io/tls",
    stringData: { "tls.crt": cert, "tls.key": key },
  };
}

function authorityIn({ variant, namespaces }: Blueprint) {
  return authorityOf(variant, `authority of ${namespaces.home}`);
}

/** Gives a part a name outside of the cluster, with a certificate, and somebody who calls it by that name. */
export function withPublicName(blueprint: Blueprint, part: Part): Blueprint {
  const { host, ingress, secret, journey } = publicNameOf(blueprint, part);
  const { clients } = blueprint.namespaces;
  const inside = blueprint.journeys.find(({ name }) => name === part.journey);
  const called: Journey[] = inside
    ? [
        {
          ...inside,
          name: journey,
          from: { namespace: clients, labels: { app: "browser" } },
          url: `https://${host}${new URL(inside.url).pathname}`,
          at: "traefik.kube-system.svc.cluster.local:443",
          trust: "/etc/authorities/ca.crt",
        },
      ]
    : [];
  return {
    ...blueprint,
    objects: [
      ...blueprint.objects,
      certificateFor(blueprint, part, secret, host),
      ingressOf(part, ingress, host, secret),
      ...browser(blueprint, clients),
      ...(part.callers === undefined ? [] : [wayIn(part)]),
    ],
    journeys: [...blueprint.journeys, ...called],
  };
}

function ingressOf(part: Part, name: string, host: string, secretName: string): KubeObject {
  const backend = { service: { name: part.name, port: { number: part.port } } };
  return {
    apiVersion: "networking.k8s.io/v1",
    kind: "Ingress",
    metadata: { name, namespace: part.namespace },
    spec: {
      ingressClassName: "traefik",
      tls: [{ hosts: [host], secretName }],
      rules: [{ host, http: { paths: [{ path: "/", pathType: "Prefix", backend }] } }],
    },
  };
}

/** A client that trusts one authority and no other. */
function browser(blueprint: Blueprint, namespace: string): KubeObject[] {
  const name = "authorities";
  const deployment = client("browser", namespace, { app: "browser" });
  const { spec } = deployment.spec.template;
  spec.volumes = [{ name, configMap: { name } }];
  spec.containers[0].volumeMounts = [{ name, mountPath: "/etc/authorities" }];
  const data = { "ca.crt": authorityIn(blueprint).cert };
  return [{ apiVersion: "v1", kind: "ConfigMap", metadata: { name, namespace }, data }, deployment];
}

function wayIn(part: Part): KubeObject {
  return policy(`${part.name}-from-outside`, part.namespace, {
    podSelector: { matchLabels: part.labels },
    policyTypes: ["Ingress"],
    ingress: [
      {
        from: [podsIn("kube-system", { "app.kubernetes.io/name": "traefik" })],
        ports: [{ port: part.targetPort, protocol: "TCP" }],
      },
    ],
  });
}
