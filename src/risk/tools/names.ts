import { programName } from "../words.ts";

/** Programs that have a file of their own here. */
const names = [
  "kubectl",
  "k",
  "kubecolor",
  "oc",
  "helm",
  "kustomize",
  "terraform",
  "tofu",
  "terragrunt",
  "argocd",
  "docker",
  "podman",
  "nerdctl",
  "docker-compose",
  "podman-compose",
  "aws",
  "gcloud",
  "az",
  "git",
  "curl",
  "wget",
  "ssh",
  "files",
  "find",
  "xargs",
  "sh",
  "bash",
  "dash",
  "ash",
  "zsh",
  "ksh",
  "fish",
  "pwsh",
  "powershell",
  "cmd",
] as const;

export type ToolName = (typeof names)[number];

/** The tool that the first word of a command means, by whatever path or version it is called: "kubectl-1.31" is kubectl. */
export function toolName(word: string): ToolName | undefined {
  const name = programName(word);
  const plain = /^(kubectl|helm|terraform|tofu|oc)[-_.]?v?\d[\d._-]*$/.exec(name)?.[1] ?? name;
  return names.find((known) => known === plain);
}
