/** How people name the kinds of objects. A word that everybody uses counts only in its Kubernetes spelling. */
const kinds: Readonly<Record<string, RegExp>> = {
  ClusterRole: /\brbac\b|\bcluster ?roles?\b|\broles?\b/i,
  ClusterRoleBinding: /\brbac\b|\brole ?bindings?\b/i,
  ConfigMap: /\bconfig ?maps?\b/i,
  CronJob: /\bcron ?jobs?\b/i,
  CustomResourceDefinition: /\bcustom resources?\b|\bcrds?\b/i,
  DaemonSet: /\bdaemon ?sets?\b/i,
  Deployment: /\bDeployments?\b|\bdeployments?\//,
  HorizontalPodAutoscaler: /\bhpa\b|\bauto-?scal\w*\b/i,
  Ingress: /\bingress(es)?\b/i,
  Job: /\bJobs?\b/,
  LimitRange: /\blimit ?ranges?\b/i,
  MutatingWebhookConfiguration: /\bweb ?hooks?\b|\badmission\b/i,
  Namespace: /\bNamespaces?\b/,
  NetworkPolicy: /\bnetwork ?polic(y|ies)\b|\bnetpols?\b|\bfirewall\w*\b/i,
  Node: /\bNodes?\b/,
  PersistentVolume: /\bpersistent ?volumes?\b|\bpvs?\b/i,
  PersistentVolumeClaim: /\bpersistent ?volume ?claims?\b|\bpvcs?\b|\bvolume claims?\b/i,
  PodDisruptionBudget: /\bdisruption budgets?\b|\bpdbs?\b/i,
  ResourceQuota: /\bquotas?\b/i,
  Role: /\brbac\b|\broles?\b/i,
  RoleBinding: /\brbac\b|\brole ?bindings?\b/i,
  Secret: /\bsecrets?\b/i,
  Service: /\bServices\b|\b(?<!^|[.!?:]\s)Service\b|\bsvc\b/m,
  ServiceAccount: /\bservice ?accounts?\b/i,
  StatefulSet: /\bstateful ?sets?\b/i,
  StorageClass: /\bstorage ?class(es)?\b/i,
  ValidatingWebhookConfiguration: /\bweb ?hooks?\b|\badmission\b/i,
};

export function kindWords(kind: string): RegExp {
  return kinds[kind] ?? new RegExp(`\\b${kind}s?\\b`);
}

/** Too common to give anything away. */
const common = new Set([
  ...["spec", "template", "metadata", "data", "stringData", "containers", "initContainers", "value", "name", "items"],
  ...["annotations", "status", "rules", "main", "http", "paths", "from", "to", "key", "env", "url", "type"],
]);

/** What a path like `spec.template.spec.containers[*].image` is about, as people would say it. */
export function fieldWords(path: string): RegExp[] {
  const words = path.replace(/\[[^\]]*\]/g, "").split(".");
  return words
    .filter((word) => /^[a-z][A-Za-z]{3,}$/.test(word) && !common.has(word))
    .map((word) => new RegExp(`\\b${word.replace(/(?<!s)s$/, "").replace(/(?<=[a-z])(?=[A-Z])/g, "[ -]?")}s?\\b`, "i"));
}

const verbs: readonly [kubectl: RegExp, said: RegExp][] = [
  [/\brollout undo\b/, /\broll(s|ed|ing)?[ -]?back\b|\bundo\b|\brevert\w*\b/i],
  [/\brollout restart\b/, /\brestart\w*\b/i],
  [/ patch /, /\bpatch\w*\b/i],
  [/ scale /, /\bscal(e|es|ed|ing)\b/i],
  [/ delete /, /\bdelet\w*\b|\bremov\w*\b/i],
  [/ taint /, /\btaint\w*\b|\btolerat\w*\b/i],
  [/ uncordon /, /\bcordon\w*\b|\buncordon\w*\b/i],
  [/ label /, /\blabel\w*\b/i],
  [/ annotate /, /\bannotat\w*\b/i],
  [/suspend/, /\bsuspend\w*\b|\bresum\w*\b/i],
  [/ set image /, /\bimages?\b|\btags?\b/i],
];

/** Words for what a script does. */
export function repairWords(script: string): RegExp[] {
  return verbs.filter(([kubectl]) => kubectl.test(script)).map(([, said]) => said);
}
