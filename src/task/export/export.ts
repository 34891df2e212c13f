import { stringify } from "yaml";
import type { NodeSpec } from "../../cluster/index.ts";
import type { LoadedTask } from "../load/model.ts";
import { type Plan, planOf } from "../plan.ts";
import { TaskProblem } from "../problem.ts";
import { bootstrapFiles, type Rights } from "./bootstrap.ts";
import { k3sDockerfile, packImage, publicImages, withImages } from "./images.ts";
import { testScript } from "./tests.ts";

const k3s = "rancher/k3s:v1.30.6-k3s1";

export interface ExportOptions {
  readonly seed: string;
  rights(plan: Plan): Rights;
  /** The files of the program that plays all services, by name. */
  readonly app: Readonly<Record<string, string>>;
}

/** One variant of a task of ours as a plain Harbor task. The same seed gives the same bytes. */
export function exportHarbor({ own, name, config }: LoadedTask, options: ExportOptions): Record<string, string> {
  if (own === undefined)
    throw new TaskProblem("BAD_TASK", `${name}: expected an [airworthy] table; it is a plain Harbor task already`);
  const plan = planOf(own, options.seed);
  const images = imagesIn(plan);
  const { "set-the-scene": script = "", ...manifests } = bootstrapFiles(plan, options.rights(plan));
  const placed = (folder: string, files: Readonly<Record<string, string>>) =>
    Object.fromEntries(Object.entries(files).map(([file, text]) => [`${folder}/${file}`, text]));
  return {
    "task.toml": taskToml(name, options.seed, own.limit, config.metadata, left(plan)),
    "instruction.md": plan.instruction,
    "environment/Dockerfile": dockerfile(["WORKDIR /workspace"]),
    "environment/Dockerfile.bootstrap": dockerfile([
      "COPY scripts/await-cluster scripts/set-the-scene /usr/local/bin/",
    ]),
    "environment/Dockerfile.k3s": k3sDockerfile(images, k3s),
    "environment/docker-compose.yaml": compose(own.cluster.nodes, own.cluster.addons.includes("ingress")),
    "environment/scripts/await-cluster": awaitCluster,
    "environment/scripts/set-the-scene": script,
    "environment/scripts/pack-image": packImage,
    "environment/scripts/with-images": withImages,
    ...placed("environment/bootstrap", manifests),
    ...placed("environment/app", images.includes("app") ? options.app : {}),
    "solution/solve.sh": `#!/bin/sh\n${plan.solution}`,
    "tests/test.sh": testScript(plan),
  };
}

/** What a plain Harbor task cannot have. */
function left({ task }: Plan): string[] {
  return ["authority", ...(task.chaos.length > 0 ? ["chaos"] : [])];
}

function imagesIn(plan: Plan): string[] {
  const text = JSON.stringify([plan.blueprint.objects, plan.injections.map(({ changes }) => changes)]);
  const found = [...text.matchAll(/"airworthy\.local\/([a-z0-9-]+)"/g)].map(([, name = ""]) => name);
  return [...new Set(["app", "toolbox", ...found])].filter((name) => publicImages[name] !== undefined).sort();
}

function taskToml(
  name: string,
  seed: string,
  limit: number,
  metadata: Readonly<Record<string, unknown>>,
  missing: string[],
): string {
  const text = (value: unknown) => JSON.stringify(String(value));
  return `schema_version = "1.4"
source = "airworthy"

[task]
name = ${text(`${name}-${seed}`)}

[metadata]
difficulty = ${text(metadata.difficulty)}
category = ${text(metadata.category)}
seed = ${text(seed)}
left_out = ${JSON.stringify(missing)}

[agent]
timeout_sec = ${limit}

[verifier]
timeout_sec = 300

[environment]
build_timeout_sec = 1200
cpus = 2
memory_mb = 4096
# The cluster is on the same network as everything else.
network_mode = "public"

[environment.env]
KUBECONFIG = "/kube/kubeconfig.yaml"

[solution.env]
KUBECONFIG = "/kube/kubeconfig.yaml"
`;
}

function dockerfile(more: readonly string[]): string {
  return `FROM debian:bookworm-slim
RUN apt-get update \\
  && apt-get install -y --no-install-recommends bash ca-certificates curl diffutils jq \\
  && arch="$(dpkg --print-architecture)" \\
  && curl -fsSLo /usr/local/bin/kubectl "https://dl.k8s.io/release/v1.30.6/bin/linux/\${arch}/kubectl" \\
  && chmod +x /usr/local/bin/kubectl
ENV KUBECONFIG=/kube/kubeconfig.yaml
${more.join("\n")}
`;
}

function compose(nodes: readonly NodeSpec[], ingress: boolean): string {
  const odd = nodes.find(({ simulated }) => simulated);
  if (odd) throw new TaskProblem("BAD_TASK", `node ${odd.name}: expected a real node, as k3s simulates none`);
  const image = { build: { context: ".", dockerfile: "Dockerfile.k3s" }, privileged: true };
  const flags = ({ name, labels = {}, taints = [] }: NodeSpec) => [
    `--node-name=${name}`,
    "--token=exported",
    ...Object.entries(labels).map(([key, value]) => `--node-label=${key}=${value}`),
    ...taints.map(({ key, value = "", effect }) => `--node-taint=${key}=${value}:${effect}`),
  ];
  const [first = { name: "node-1" }, ...others] = nodes;
  const server = [
    "server",
    ...flags(first),
    "--write-kubeconfig=/admin-kube/admin.yaml",
    "--write-kubeconfig-mode=666",
    "--tls-san=k3s",
  ];
  const healthy = {
    test: ["CMD-SHELL", "kubectl get --raw=/readyz"],
    interval: "5s",
    retries: 60,
    start_period: "20s",
  };
  const agents = others.map((node) => [
    `k3s-${node.name}`,
    {
      ...image,
      depends_on: { k3s: { condition: "service_healthy" } },
      command: ["agent", "--server=https://k3s:6443", ...flags(node)],
    },
  ]);
  return stringify({
    services: {
      main: {
        depends_on: { bootstrap: { condition: "service_completed_successfully" } },
        volumes: ["agent-kubeconfig:/kube:ro"],
      },
      k3s: {
        ...image,
        command: [...server, ...(ingress ? [] : ["--disable=traefik"])],
        volumes: ["admin-kubeconfig:/admin-kube"],
        healthcheck: healthy,
      },
      ...Object.fromEntries(agents),
      bootstrap: {
        build: { context: ".", dockerfile: "Dockerfile.bootstrap" },
        depends_on: { k3s: { condition: "service_healthy" } },
        environment: { KUBECONFIG: "/admin-kube/admin.yaml" },
        volumes: ["agent-kubeconfig:/kube", "admin-kubeconfig:/admin-kube", "./bootstrap:/bootstrap:ro"],
        command: ["set-the-scene"],
      },
    },
    volumes: { "agent-kubeconfig": {}, "admin-kubeconfig": {} },
  });
}

const awaitCluster = `#!/usr/bin/env bash
# Inside compose the server has another name than the one that it writes down.
if grep -q 'https://127.0.0.1:6443' "$KUBECONFIG"; then
  sed 's#https://127.0.0.1:6443#https://k3s:6443#' "$KUBECONFIG" > /tmp/kubeconfig && cat /tmp/kubeconfig > "$KUBECONFIG"
fi
for _ in $(seq 1 120); do
  kubectl get --raw=/readyz > /dev/null 2>&1 && exit 0
  sleep 1
done
echo "no cluster answers" >&2
exit 1
`;
