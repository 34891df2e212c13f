import type { Ask, Component } from "../component.ts";

const version = "1.36.3";
const versionPackage = "k8s.io/component-base/version";
const kubernetesProgram: Ask = { args: ["--version"], version: /^Kubernetes v(\S+)/, from: "1.36.0", below: "1.37.0" };

/** Everything a control plane and a node need, in one multi-call binary. */
export const kubernetes: Component = {
  name: "kubernetes",
  version,
  purpose: "API server, controllers, scheduler, kubelet, proxy, kubectl, etcd, CoreDNS, metrics-server",
  programs: [
    "kube-apiserver",
    "kube-controller-manager",
    "kube-scheduler",
    "kube-proxy",
    "kubelet",
    "kubectl",
    "etcd",
    "coredns",
    "metrics-server",
  ],
  onPath: {
    "kube-apiserver": kubernetesProgram,
    "kube-controller-manager": kubernetesProgram,
    "kube-scheduler": kubernetesProgram,
    "kube-proxy": kubernetesProgram,
    kubelet: kubernetesProgram,
    kubectl: { args: ["version", "--client"], version: /Client Version: v(\S+)/, from: "1.36.0", below: "1.37.0" },
    etcd: { args: ["--version"], version: /etcd Version: (\S+)/, from: "3.6.0", below: "3.8.0" },
    coredns: { args: ["-version"], version: /CoreDNS-(\S+)/, from: "1.12.0", below: "2.0.0" },
    "metrics-server": { args: ["--version"], version: /v?(\d\S+)/, from: "0.8.0", below: "1.0.0" },
  },
  build: {
    module: "kube",
    output: "kube",
    // Without these the API server reports v0.0.0 and clients refuse to work with it.
    variables: {
      [`${versionPackage}.gitVersion`]: `v${version}`,
      [`${versionPackage}.gitMajor`]: "1",
      [`${versionPackage}.gitMinor`]: "36",
      [`${versionPackage}.gitTreeState`]: "clean",
    },
  },
};
