import type { Look } from "../scene.ts";
import type { ToolName } from "./names.ts";

type Load = () => Promise<Look>;

const loadKubectl: Load = async () => (await import("./kubectl.ts")).kubectl;
const loadDocker: Load = async () => (await import("./docker.ts")).docker;
const loadCompose: Load = async () => (await import("./compose.ts")).compose;
const loadTerraform: Load = async () => (await import("./terraform.ts")).terraform;
const loadShell: Load = async () => (await import("./shells.ts")).shell;
const loadForeignShell: Load = async () => (await import("./shells.ts")).foreignShell;

/** Tools are loaded when a command names them. */
export const tools: Readonly<Record<ToolName, Load>> = {
  kubectl: loadKubectl,
  k: loadKubectl,
  kubecolor: loadKubectl,
  oc: async () => (await import("./oc.ts")).oc,
  helm: async () => (await import("./helm.ts")).helm,
  kustomize: async () => (await import("./kustomize.ts")).kustomize,
  terraform: loadTerraform,
  tofu: loadTerraform,
  terragrunt: loadTerraform,
  argocd: async () => (await import("./argocd.ts")).argocd,
  docker: loadDocker,
  podman: loadDocker,
  nerdctl: loadDocker,
  "docker-compose": loadCompose,
  "podman-compose": loadCompose,
  aws: async () => (await import("./aws.ts")).aws,
  gcloud: async () => (await import("./gcloud.ts")).gcloud,
  az: async () => (await import("./az.ts")).az,
  git: async () => (await import("./git.ts")).git,
  curl: async () => (await import("./curl.ts")).curl,
  wget: async () => (await import("./curl.ts")).wget,
  ssh: async () => (await import("./ssh.ts")).ssh,
  files: async () => (await import("./files.ts")).files,
  find: async () => (await import("./find.ts")).find,
  xargs: async () => (await import("./xargs.ts")).xargs,
  sh: loadShell,
  bash: loadShell,
  dash: loadShell,
  ash: loadShell,
  zsh: loadShell,
  ksh: loadShell,
  fish: loadForeignShell,
  pwsh: loadForeignShell,
  powershell: loadForeignShell,
  cmd: loadForeignShell,
};
