import type { Component, Download } from "../component.ts";

const version = "0.8.0";

const official = (architecture: string, sha256: string): Download => ({
  url: `https://github.com/kubernetes-sigs/kwok/releases/download/v${version}/kwok-linux-${architecture}`,
  digest: `sha256:${sha256}`,
  packed: "no",
  take: { "": "bin/kwok" },
});

export const kwok: Component = {
  name: "kwok",
  version,
  purpose: "keeps simulated nodes and their pods alive",
  programs: ["kwok"],
  onPath: { kwok: { args: ["--version"], version: /v(\d\S*)/, from: "0.7.0", below: "1.0.0" } },
  downloads: {
    "linux-x64": [official("amd64", "f5a4385a2ae1b9dd7f8acae18e002a75c0ebba124ae9d7259aa8dadb50711f46")],
    "linux-arm64": [official("arm64", "628f7d277860f524a2a775c217adcc58828e7b59ab0933680315784f1b8b0e37")],
  },
  build: {
    module: "kube/kwok",
    package: "sigs.k8s.io/kwok/cmd/kwok",
    output: "kwok",
    variables: { "sigs.k8s.io/kwok/pkg/consts.Version": `v${version}` },
  },
};
