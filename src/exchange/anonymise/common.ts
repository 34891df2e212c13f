/**
 * Words that everybody uses and that name nobody. They stay as they are, so that a copy can be read and compared with
 * the copies of others. Everything else gets a pseudonym: a word that is missing here costs readability, never privacy.
 */
const words = (text: string) => new Set(text.trim().split(/\s+/));
const isIn = (set: ReadonlySet<string>) => (word: string) => set.has(word);

const tools = words(`
  ansible ansible-playbook apt argocd ash aws az bash cat cdk chmod chown cmd cp crictl ctr curl dash dd docker
  docker-compose doctl eksctl etcdctl find fish flux gcloud gh git go gsutil helm helmfile istioctl k3s kind kubeadm
  kubectl kustomize ksh ls make minikube mongosh mysql nerdctl node npm nsenter oc openssl packer pip podman
  podman-compose powershell psql pulumi pwsh python python3 redis-cli rm rsync scp sed sh shell skaffold ssh sudo
  systemctl tee terraform terragrunt tilt tofu unknown vault velero wget xargs yarn zsh
`);
export const isTool = isIn(tools);

const verbs = words(`
  add annotate api-resources apply approve attach auth autoscale branch build certificate check checkout clone commit
  compose config console convert cordon cp create debug delete deny dependency deploy describe destroy diff down drain
  edit env exec expose fetch fmt force-unlock get get-credentials graph help history image images import init inspect
  install kill label lint list login logout logs merge mv output patch pause plan plugin port-forward prune providers
  proxy ps pull push rebase refresh registry remove render repo replace reset resources restart resume revert rm rmi
  rollback rollout run scale search set show start state status stop sync tag taint template test top uncordon undo
  uninstall unpause untaint up update upgrade validate verify version volume wait workspace write
  GET HEAD OPTIONS POST PUT PATCH DELETE
`);
/** The command lines of the great clouds have no words of their users in this place. */
const clouds = words("aws az gcloud");

export function isOperation(tool: string, operation: string): boolean {
  const parts = operation.split(" ").filter((part) => part !== "");
  if (clouds.has(tool)) return parts.length <= 6 && parts.every((part) => /^[a-z][a-z0-9-]{1,40}$/.test(part));
  return isTool(tool) && parts.length <= 4 && parts.every(isIn(verbs));
}

export const isSystem = isIn(
  words("argocd aws azure docker encrypted files gcloud git helm host http kubeconfig kubernetes shell terraform"),
);
export const isAction = (action: string) => /^[a-z]+(?:-[a-z]+)?$/.test(action) && verbs.has(action);
export const isProgram = isIn(
  words(
    "claude codex gemini opencode cursor copilot aider goose cline airworthy node kubectl helm terraform bash sh zsh",
  ),
);
export const isArtifact = isIn(words("stdin stdout stderr output error command script shell"));
export const isReference = isIn(
  words("commit pull-request issue ticket change incident run job pipeline url exit-code-from failure"),
);
export const isTrigger = (trigger: string) =>
  /^risk(?:-(?:low|medium|high|critical))?$/.test(trigger) ||
  ["policy", "hook-policy", "wrong-target", "human", "risk_threshold_exceeded", "timeout", "unsure"].includes(trigger);
export const isNamespace = isIn(words("default kube-system kube-public kube-node-lease"));
export const isModel = (model: string) =>
  /^(?:[a-z-]+\/)?(?:claude|gpt|o[134]|gemini|gemma|llama|mistral|mixtral|codestral|devstral|qwen|deepseek|grok|phi|command-r|kimi|glm)[a-z0-9.:-]*$/.test(
    model,
  );
export const isVersion = (version: string) => /^v?\d+(?:\.\d+){0,3}(?:-(?:alpha|beta|rc)\.?\d*)?$/.test(version);
export const isSignal = (signal: string) => /^SIG[A-Z]+[0-9+]*$/.test(signal);
export const isTag = (tag: string) => /^[a-z][a-z0-9]*\.[a-z0-9-]+$/.test(tag) && !tag.startsWith("sarif.");
export const isRules = (rules: string) => /^airworthy\/risk\/\d+$/.test(rules);
export const isImport = (format: string) => /^(?:evidra|airworthy)\/[a-z0-9.]+$/.test(format);

const groups = words(`
  argoproj.io cert-manager.io cilium.io crossplane.io external-secrets.io fluxcd.io istio.io keda.sh knative.dev
  kyverno.io monitoring.coreos.com openshift.io projectcalico.org projectcontour.io tekton.dev traefik.io velero.io
`);
/** The groups of Kubernetes itself have no dot or end in k8s.io. */
export function isApiVersion(apiVersion: string): boolean {
  const group = apiVersion.includes("/") ? (apiVersion.split("/")[0] ?? "") : "";
  if (!group.includes(".") || /(?:^|\.)k8s\.io$/.test(group)) return true;
  return [...groups].some((known) => group === known || group.endsWith(`.${known}`));
}

const providers = words(`
  alicloud archive aws azuread azurerm azurestack cloudflare datadog digitalocean github gitlab google hcloud helm
  kubernetes linode local null oci random template time tls vault vsphere
`);
const kinds = words(`
  all apiservice binding certificatesigningrequest clusterrole clusterrolebinding componentstatus configmap
  controllerrevision cronjob csidriver csinode csistoragecapacity customresourcedefinition daemonset deployment
  endpoints endpointslice event eviction flowschema gateway gatewayclass grpcroute horizontalpodautoscaler httproute
  ingress ingressclass job lease limitrange list mutatingwebhookconfiguration namespace networkpolicy node
  persistentvolume persistentvolumeclaim pod poddisruptionbudget podtemplate priorityclass replicaset
  replicationcontroller resourceclaim resourcequota role rolebinding runtimeclass scale secret service serviceaccount
  statefulset storageclass subjectaccessreview tokenrequest tokenreview validatingadmissionpolicy
  validatingadmissionpolicybinding validatingwebhookconfiguration volumeattachment
`);
/** "Deployment", "deployments", "networkpolicies": what Kubernetes has itself. */
function isBuiltIn(kind: string): boolean {
  const lower = kind.toLowerCase();
  return [lower, lower.replace(/s$/, ""), lower.replace(/es$/, ""), lower.replace(/ies$/, "y")].some(isIn(kinds));
}

/** Kinds of things that anybody has: those of Kubernetes and of the well-known providers. */
export function isKind({ system, kind, apiVersion }: { system: string; kind: string; apiVersion?: string }): boolean {
  if (system === "terraform") return /^[a-z0-9_]+$/.test(kind) && providers.has(kind.split("_")[0] ?? "");
  if (apiVersion !== undefined) return isApiVersion(apiVersion);
  if (system === "kubernetes") return isBuiltIn(kind);
  return isSystem(system) && /^[A-Za-z][A-Za-z0-9-]*$/.test(kind);
}
