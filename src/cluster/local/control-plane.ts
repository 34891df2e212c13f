import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { kubeconfigText } from "./kubeconfig.ts";
import type { Bind } from "./machine.ts";
import { type Authority, createTokenKeys } from "./pki.ts";
import type { Plan } from "./plan.ts";

const pki = "/etc/kubernetes/pki";
export const apiServerName = "kubernetes";

/** A program of the control machine and its arguments. */
export interface Program {
  readonly name: string;
  readonly args: readonly string[];
}

/** Writes the control machine's keys and settings into `directory` and says where the machine must see them. */
export async function writeControlFiles(
  plan: Plan,
  authority: Authority,
  front: Authority,
  directory: string,
): Promise<Bind[]> {
  await mkdir(directory, { recursive: true, mode: 0o700 });
  const tokens = createTokenKeys();
  const names = ["kubernetes", "kubernetes.default", "kubernetes.default.svc", "kubernetes.default.svc.cluster.local"];
  const [api, kubelet, proxy, manager, scheduler] = await Promise.all([
    authority.issue({
      commonName: "kube-apiserver",
      names: [
        ...names,
        ...(plan.spec.apiNames ?? []),
        "localhost",
        "127.0.0.1",
        plan.control.address,
        plan.apiServiceAddress,
      ],
    }),
    authority.issue({ commonName: "kube-apiserver-kubelet-client", organisations: ["system:masters"] }),
    front.issue({ commonName: "front-proxy-client" }),
    authority.issue({ commonName: "system:kube-controller-manager" }),
    authority.issue({ commonName: "system:kube-scheduler" }),
  ]);
  const server = `https://127.0.0.1:${plan.apiPort}`;
  const files: Record<string, string> = {
    "ca.crt": authority.cert,
    "ca.key": authority.key,
    "front-ca.crt": front.cert,
    "apiserver.crt": api.cert,
    "apiserver.key": api.key,
    "kubelet-client.crt": kubelet.cert,
    "kubelet-client.key": kubelet.key,
    "front-client.crt": proxy.cert,
    "front-client.key": proxy.key,
    "sa.key": tokens.privateKey,
    "sa.pub": tokens.publicKey,
    "controller-manager.conf": kubeconfigText({ server, ca: authority.cert, user: "kcm", ...manager }),
    "scheduler.conf": kubeconfigText({ server, ca: authority.cert, user: "scheduler", ...scheduler }),
    "audit.yaml": JSON.stringify(auditPolicy),
  };
  await Promise.all(
    Object.entries(files).map(([name, text]) => writeFile(join(directory, name), text, { mode: 0o600 })),
  );
  return [{ source: directory, target: pki, mode: "ro" }];
}

export function etcd(): Program {
  const url = "http://127.0.0.1:2379";
  return {
    name: "etcd",
    args: [
      "--data-dir=/var/lib/etcd",
      `--listen-client-urls=${url}`,
      `--advertise-client-urls=${url}`,
      "--listen-peer-urls=http://127.0.0.1:2380",
      "--unsafe-no-fsync", // The cluster is disposable: a crash of the machine ends it anyway.
      "--log-level=warn",
    ],
  };
}

export function apiServer(plan: Plan): Program {
  return {
    name: "kube-apiserver",
    args: [
      "--etcd-servers=http://127.0.0.1:2379",
      `--advertise-address=${plan.control.address}`,
      `--secure-port=${plan.apiPort}`,
      `--service-cluster-ip-range=${plan.serviceRange}`,
      `--tls-cert-file=${pki}/apiserver.crt`,
      `--tls-private-key-file=${pki}/apiserver.key`,
      `--client-ca-file=${pki}/ca.crt`,
      `--kubelet-client-certificate=${pki}/kubelet-client.crt`,
      `--kubelet-client-key=${pki}/kubelet-client.key`,
      `--kubelet-certificate-authority=${pki}/ca.crt`,
      "--kubelet-preferred-address-types=InternalIP", // Else exec and logs look up the node's name.
      "--service-account-issuer=https://kubernetes.default.svc.cluster.local",
      `--service-account-key-file=${pki}/sa.pub`,
      `--service-account-signing-key-file=${pki}/sa.key`,
      `--requestheader-client-ca-file=${pki}/front-ca.crt`,
      "--requestheader-allowed-names=front-proxy-client",
      "--requestheader-username-headers=X-Remote-User",
      "--requestheader-group-headers=X-Remote-Group",
      "--requestheader-extra-headers-prefix=X-Remote-Extra-",
      `--proxy-client-cert-file=${pki}/front-client.crt`,
      `--proxy-client-key-file=${pki}/front-client.key`,
      // No kube-proxy runs on the control machine: webhooks and aggregated APIs are called at their pods' addresses.
      "--enable-aggregator-routing=true",
      "--authorization-mode=Node,RBAC",
      "--enable-admission-plugins=NodeRestriction",
      "--allow-privileged=true",
      `--audit-policy-file=${pki}/audit.yaml`,
      "--audit-log-path=/var/log/audit/audit.log",
      "--audit-log-maxsize=2000", // Never rotated in the life of a cluster: a reader must not lose entries.
      "--profiling=false",
    ],
  };
}

export function controllerManager(plan: Plan): Program {
  return {
    name: "kube-controller-manager",
    args: [
      `--kubeconfig=${pki}/controller-manager.conf`,
      "--secure-port=0", // Nobody asks it anything, and a certificate of its own would cost it a moment.
      "--leader-elect=false",
      "--use-service-account-credentials=true", // Each controller has its own name in the audit log.
      // The default of 20 requests a second makes thirty controllers wait for one another when they start.
      "--kube-api-qps=500",
      "--kube-api-burst=1000",
      `--service-account-private-key-file=${pki}/sa.key`,
      `--root-ca-file=${pki}/ca.crt`,
      `--cluster-signing-cert-file=${pki}/ca.crt`,
      `--cluster-signing-key-file=${pki}/ca.key`,
      `--cluster-cidr=${plan.podRange}`,
      "--allocate-node-cidrs=false", // The plan fixes each node's range.
      "--horizontal-pod-autoscaler-sync-period=5s",
      "--horizontal-pod-autoscaler-initial-readiness-delay=5s",
      "--horizontal-pod-autoscaler-cpu-initialization-period=10s",
      "--profiling=false",
    ],
  };
}

export function scheduler(): Program {
  return {
    name: "kube-scheduler",
    args: [
      `--kubeconfig=${pki}/scheduler.conf`,
      "--kube-api-qps=500",
      "--kube-api-burst=1000",
      "--secure-port=0", // Nobody asks it anything, and a certificate of its own would cost it a moment.
      "--leader-elect=false",
      "--profiling=false",
    ],
  };
}

/** Every write with its bodies, by whomever; reads of people and agents as metadata; the machinery's own reads not at all. */
const auditPolicy = {
  apiVersion: "audit.k8s.io/v1",
  kind: "Policy",
  omitStages: ["RequestReceived"],
  omitManagedFields: true,
  rules: [
    // The API server's own first objects: hundreds, the same in every cluster, and nobody's doing.
    { level: "None", users: ["system:apiserver"] },
    {
      level: "None",
      resources: [
        { group: "coordination.k8s.io", resources: ["leases"] },
        { group: "", resources: ["events"] },
        { group: "events.k8s.io", resources: ["events"] },
      ],
      userGroups: ["system:nodes", "system:serviceaccounts:kube-system"],
    },
    { level: "RequestResponse", verbs: ["create", "update", "patch", "delete", "deletecollection"] },
    { level: "None", userGroups: ["system:nodes", "system:serviceaccounts:kube-system"] },
    {
      level: "None",
      users: ["system:kube-controller-manager", "system:kube-scheduler", "system:kube-proxy"],
    },
    { level: "None", nonResourceURLs: ["/readyz*", "/livez*", "/healthz*", "/version", "/metrics"] },
    { level: "Metadata" },
  ],
};
