import type { Component, Download } from "../component.ts";

const version = "1.26.6";

const official = (architecture: string, sha256: string): Download => ({
  url: `https://go.dev/dl/go${version}.linux-${architecture}.tar.gz`,
  digest: `sha256:${sha256}`,
  packed: "tar.gz",
  take: { "go/": "" },
});

/** Go publishes its toolchains as modules too, so whoever can fetch modules to build can fetch the compiler. */
const asModule = (architecture: string, sha256: string): Download => ({
  url: `golang.org/toolchain/@v/v0.0.1-go${version}.linux-${architecture}.zip`,
  digest: `sha256:${sha256}`,
  packed: "zip",
  take: { [`golang.org/toolchain@v0.0.1-go${version}.linux-${architecture}/`]: "" },
});

/** The compiler. Needed only where another component has to be built. */
export const go: Component = {
  name: "go",
  version,
  purpose: "compiler, for components that are built from source",
  programs: ["go"],
  // Newer minor versions compile older code; the oldest that will do is the one our go.mod files ask for.
  onPath: { go: { args: ["version"], version: /go version go(\S+)/, from: "1.26.4", below: "2.0.0" } },
  downloads: {
    "linux-x64": [official("amd64", "708effb774be8237570d0add163225abbdfaf4fca28b2611df167beba4feef89")],
    "linux-arm64": [official("arm64", "d0507e9e9d7fe012aae570108cbd76c15de879e17130ab8cb90d4d7445cb1f2e")],
  },
  goProxy: {
    "linux-x64": asModule("amd64", "6347bdd1fdc7c659d955d8034cd82ec23a5b776bf48b9dfc3a75088d2dacfe0e"),
    "linux-arm64": asModule("arm64", "a2313f15b100a99fd202aaf11adce2cbeec3c684317eef414fc97054dc644d11"),
  },
};
