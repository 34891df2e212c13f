import type { Look } from "../scene.ts";
import { programName } from "../words.ts";

type Load = () => Promise<Look>;

const loadKubectl: Load = async () => (await import("./kubectl.ts")).kubectl;
const loadDocker: Load = async () => (await import("./docker.ts")).docker;
const loadCompose: Load = async () => (await import("./compose.ts")).compose;
const loadTerraform: Load = async () => (await import("./terraform.ts")).terraform;
const loadShell: Load = async () => (await import("./shells.ts")).shell;
const loadForeignShell: Load = async () => (await import("./shells.ts")).foreignShell;

/** Tools are loaded when a command names them. */
const tools: Readonly<Record<string, Load>> = {
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

/** The tool for the first word of a command, by whatever path or version it is called. */
export function toolOf(word: string): { readonly name: string; readonly load: Load } | undefined {
  const name = aliasOf(programName(word));
  const load = Object.hasOwn(tools, name) ? tools[name] : undefined;
  return load && { name, load };
}

/** "kubectl-1.31" and "kubectl1.31" are kubectl. */
function aliasOf(name: string): string {
  return /^(kubectl|helm|terraform|tofu|oc)[-_.]?v?\d[\d._-]*$/.exec(name)?.[1] ?? name;
}
