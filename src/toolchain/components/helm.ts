import type { Component, Download } from "../component.ts";
import { fromLayer } from "./layer.ts";

const version = "4.2.3";

const official = (target: string, sha256: string): Download => ({
  url: `https://get.helm.sh/helm-v${version}-${target}.tar.gz`,
  digest: `sha256:${sha256}`,
  packed: "tar.gz",
  take: { [`${target}/helm`]: "bin/helm" },
});

export const helm: Component = {
  name: "helm",
  version,
  purpose: "package manager of Kubernetes",
  programs: ["helm"],
  onPath: { helm: { args: ["version", "--short"], version: /^v(\d[^+\s]*)/m, from: "3.18.0", below: "5.0.0" } },
  downloads: {
    "linux-x64": [official("linux-amd64", "e9b88b4ee95b18c706839c28d3a0220e5bc470e9cd9262410c90793c45ff8b7c")],
    "linux-arm64": [official("linux-arm64", "21abd9354d39b2cd79a8d76be6912cd137a983cbf997193503fb8a6a6e2f2785")],
    "darwin-x64": [official("darwin-amd64", "ff3ac86755a45f3422473bc1200776aac0fe04c5766abe6ca66699f7b564b23b")],
    "darwin-arm64": [official("darwin-arm64", "048ecf5ad3160f83d918f9fe945238d2132b079640f7b106175331c25f242c64")],
  },
  npm: fromLayer({ "helm/helm": "bin/helm" }),
};
