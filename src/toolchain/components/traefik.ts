import type { Component } from "../component.ts";

const version = "3.7.13";

export const traefik: Component = {
  name: "traefik",
  version,
  purpose: "ingress controller",
  programs: ["traefik"],
  onPath: { traefik: { args: ["version"], version: /^Version:\s+(\S+)/m, from: "3.6.0", below: "4.0.0" } },
  build: {
    module: "kube/traefik",
    package: "github.com/traefik/traefik/v3/cmd/traefik",
    output: "traefik",
    variables: { "github.com/traefik/traefik/v3/pkg/version.Version": version },
  },
};
