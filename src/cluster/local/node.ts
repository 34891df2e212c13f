import { mkdir, writeFile } from "node:fs/promises";
import { cpus, totalmem } from "node:os";
import { join } from "node:path";
import { ClusterProblem } from "../problem.ts";
import type { Program } from "./control-plane.ts";
import { kubeconfigText } from "./kubeconfig.ts";
import type { Bind } from "./machine.ts";
import { pluginScript } from "./network-policy/index.ts";
import type { Authority } from "./pki.ts";
import type { Plan, PlannedNode } from "./plan.ts";
import { bytesOf, millicoresOf } from "./quantity.ts";

const etc = "/etc/kubernetes";
const containerdSocket = "/run/containerd/containerd.sock";
export const announcementsInMachine = "/run-airworthy";
export const announcementSocket = "pods.sock";
export const pauseImage = "registry.k8s.io/pause:3.10";

/** Writes one node's keys into `directory` and says where its machine must see them. */
export async function writeNodeFiles(
  plan: Plan,
  node: PlannedNode,
  authority: Authority,
  directory: string,
): Promise<Bind[]> {
  await mkdir(directory, { recursive: true, mode: 0o700 });
  const [client, serving, proxy] = await Promise.all([
    authority.issue({ commonName: `system:node:${node.name}`, organisations: ["system:nodes"] }),
    authority.issue({ commonName: `system:node:${node.name}`, names: [node.name, node.address, "127.0.0.1"] }),
    authority.issue({ commonName: "system:kube-proxy" }),
  ]);
  const server = `https://${plan.control.address}:${plan.apiPort}`;
  const files: Record<string, string> = {
    "ca.crt": authority.cert,
    "kubelet.crt": serving.cert,
    "kubelet.key": serving.key,
    "kubelet.conf": kubeconfigText({ server, ca: authority.cert, user: "kubelet", ...client }),
    "kube-proxy.conf": kubeconfigText({ server, ca: authority.cert, user: "kube-proxy", ...proxy }),
    // JSON: kubelet reads the older YAML, where a taint's value `yes` would be true.
    "kubelet.yaml": JSON.stringify(kubeletConfiguration(plan, node)),
  };
  await Promise.all(
    Object.entries(files).map(([name, text]) => writeFile(join(directory, name), text, { mode: 0o600 })),
  );
  return [{ source: directory, target: etc, mode: "ro" }];
}

/** The files of a node's disk. */
export function nodeFiles(plan: Plan, node: PlannedNode): Record<string, string> {
  const mirror = `http://${plan.control.address}:${plan.registryPort}`;
  return {
    "/etc/hosts": `127.0.0.1 localhost\n${node.address} ${node.name}\n`,
    "/etc/hostname": `${node.name}\n`,
    "/etc/passwd": "root:x:0:0:root:/root:/bin/bash\nnobody:x:65534:65534:nobody:/:/usr/sbin/nologin\n",
    "/etc/group": "root:x:0:\nnogroup:x:65534:\n",
    "/etc/nsswitch.conf": "passwd: files\ngroup: files\nhosts: files dns\n",
    "/etc/resolv.conf": "",
    "/etc/os-release": 'ID=airworthy\nNAME="Airworthy node"\nPRETTY_NAME="Airworthy node"\n',
    "/etc/machine-id": `${Buffer.from(node.name.padEnd(16, "-")).toString("hex").slice(0, 32)}\n`,
    "/etc/containerd/config.toml": containerdConfiguration,
    // One mirror for every registry, and no way around it: an unknown image is refused at once.
    "/etc/containerd/certs.d/_default/hosts.toml": `server = "${mirror}"\n[host."${mirror}"]\n  capabilities = ["pull", "resolve"]\n`,
    "/opt/cni/bin/airworthy-policy": pluginScript(`${announcementsInMachine}/${announcementSocket}`),
    "/etc/cni/net.d/10-pods.conflist": JSON.stringify({
      cniVersion: "1.0.0",
      name: "pods",
      plugins: [
        // ptp, not bridge: all traffic of pods is routed and so passes the packet filter, also inside one node.
        {
          type: "ptp",
          ipMasq: false,
          ipam: { type: "host-local", ranges: [[{ subnet: node.podRange }]], routes: [{ dst: "0.0.0.0/0" }] },
        },
        { type: "portmap", capabilities: { portMappings: true } },
        { type: "airworthy-policy" }, // Last: a pod starts only when the network policies know it.
      ],
    }),
  };
}

export function containerd(): Program {
  return { name: "containerd", args: ["--config=/etc/containerd/config.toml"] };
}

export function kubelet(node: PlannedNode): Program {
  const labels = Object.entries(node.labels ?? {}).filter(([key]) => kubeletMaySet(key));
  return {
    name: "kubelet",
    args: [
      `--config=${etc}/kubelet.yaml`,
      `--kubeconfig=${etc}/kubelet.conf`,
      `--hostname-override=${node.name}`,
      `--node-ip=${node.address}`,
      ...(labels.length > 0 ? [`--node-labels=${labels.map(([key, value]) => `${key}=${value}`).join(",")}`] : []),
    ],
  };
}

export function kubeProxy(plan: Plan, node: PlannedNode): Program {
  return {
    name: "kube-proxy",
    args: [
      `--kubeconfig=${etc}/kube-proxy.conf`,
      "--proxy-mode=iptables",
      `--cluster-cidr=${plan.podRange}`,
      `--hostname-override=${node.name}`,
      // It may not change these settings of the host's kernel.
      "--conntrack-max-per-core=0",
      "--conntrack-tcp-timeout-established=0",
      "--conntrack-tcp-timeout-close-wait=0",
    ],
  };
}

/** A kubelet may not give itself labels in the kubernetes.io namespaces, except a few; the supervisor adds the rest. */
function kubeletMaySet(key: string): boolean {
  const prefix = key.includes("/") ? (key.split("/")[0] ?? "") : "";
  return !/(^|\.)(kubernetes|k8s)\.io$/.test(prefix);
}

function kubeletConfiguration(plan: Plan, node: PlannedNode): object {
  return {
    apiVersion: "kubelet.config.k8s.io/v1beta1",
    kind: "KubeletConfiguration",
    authentication: {
      anonymous: { enabled: false },
      webhook: { enabled: true },
      x509: { clientCAFile: `${etc}/ca.crt` },
    },
    authorization: { mode: "Webhook" },
    tlsCertFile: `${etc}/kubelet.crt`,
    tlsPrivateKeyFile: `${etc}/kubelet.key`,
    containerRuntimeEndpoint: `unix://${containerdSocket}`,
    cgroupDriver: "cgroupfs",
    failCgroupV1: false,
    failSwapOn: false,
    clusterDNS: [plan.dnsAddress],
    clusterDomain: "cluster.local",
    resolvConf: "",
    registerWithTaints: node.taints ?? [],
    maxPods: node.capacity?.pods ?? 110,
    serializeImagePulls: false,
    registryPullQPS: 0,
    // The disk is the host's: its fill level is not this cluster's doing, so pressure means nearly full.
    evictionHard: {
      "nodefs.available": "1%",
      "imagefs.available": "1%",
      "nodefs.inodesFree": "1%",
      "memory.available": "100Mi",
    },
    imageGCHighThresholdPercent: 100,
    imageGCLowThresholdPercent: 99,
    systemReserved: reserved(node),
    enableProfilingHandler: false,
  };
}

/** What must be held back of the host so that pods find the asked-for capacity. */
function reserved(node: PlannedNode): Record<string, string> {
  const result: Record<string, string> = {};
  if (node.capacity?.cpu !== undefined) {
    const spare = cpus().length * 1000 - millicoresOf(node.capacity.cpu);
    if (spare < 0) throw tooBig(node, "cpu", node.capacity.cpu, String(cpus().length));
    result.cpu = `${spare}m`;
  }
  if (node.capacity?.memory !== undefined) {
    const spare = totalmem() - 100 * 1024 * 1024 - bytesOf(node.capacity.memory);
    if (spare < 0) throw tooBig(node, "memory", node.capacity.memory, `${Math.floor(totalmem() / 2 ** 20) - 100}Mi`);
    result.memory = String(spare);
  }
  return result;
}

function tooBig(node: PlannedNode, what: string, wanted: string, has: string): ClusterProblem {
  return new ClusterProblem("BAD_SPEC", `node ${node.name}: ${what} ${wanted} is more than this machine has (${has})`, {
    hint: "ask for less, or make it a simulated node, which can have any size",
  });
}

const containerdConfiguration = `version = 2
root = "/var/lib/containerd"
state = "/run/containerd"
[grpc]
  address = "${containerdSocket}"
[plugins."io.containerd.grpc.v1.cri"]
  sandbox_image = "${pauseImage}"
  restrict_oom_score_adj = true
  [plugins."io.containerd.grpc.v1.cri".registry]
    config_path = "/etc/containerd/certs.d"
  [plugins."io.containerd.grpc.v1.cri".cni]
    bin_dir = "/opt/cni/bin"
    conf_dir = "/etc/cni/net.d"
  [plugins."io.containerd.grpc.v1.cri".containerd]
    snapshotter = "overlayfs"
  [plugins."io.containerd.grpc.v1.cri".containerd.runtimes.runc]
    runtime_type = "io.containerd.runc.v2"
    [plugins."io.containerd.grpc.v1.cri".containerd.runtimes.runc.options]
      BinaryName = "crun"
`;
