/** A kind of object: as it is called in manifests, and whether it lives in a namespace. */
export interface Kind {
  readonly kind: string;
  readonly apiVersion: string;
  readonly namespaced: boolean;
}

/** Kind, API version, further names. The plural is regular unless it is among the names. */
const inNamespaces = `
Binding v1
ConfigMap v1 cm
Endpoints v1 ep
Event v1 ev
LimitRange v1 limits
PersistentVolumeClaim v1 pvc
Pod v1 po
PodTemplate v1
ReplicationController v1 rc
ResourceQuota v1 quota
Secret v1
Service v1 svc
ServiceAccount v1 sa
ControllerRevision apps/v1
DaemonSet apps/v1 ds
Deployment apps/v1 deploy
ReplicaSet apps/v1 rs
StatefulSet apps/v1 sts
HorizontalPodAutoscaler autoscaling/v2 hpa
VerticalPodAutoscaler autoscaling.k8s.io/v1 vpa
CronJob batch/v1 cj
Job batch/v1
Lease coordination.k8s.io/v1
EndpointSlice discovery.k8s.io/v1
Ingress networking.k8s.io/v1 ing
NetworkPolicy networking.k8s.io/v1 netpol
PodDisruptionBudget policy/v1 pdb
Role rbac.authorization.k8s.io/v1
RoleBinding rbac.authorization.k8s.io/v1
VolumeSnapshot snapshot.storage.k8s.io/v1 vs
Gateway gateway.networking.k8s.io/v1 gtw
HTTPRoute gateway.networking.k8s.io/v1
Application argoproj.io/v1alpha1 app
ApplicationSet argoproj.io/v1alpha1 appset
AppProject argoproj.io/v1alpha1 appproj
Rollout argoproj.io/v1alpha1 ro
Workflow argoproj.io/v1alpha1 wf
Certificate cert-manager.io/v1 cert
Issuer cert-manager.io/v1
ExternalSecret external-secrets.io/v1 es
HelmRelease helm.toolkit.fluxcd.io/v2 hr
Kustomization kustomize.toolkit.fluxcd.io/v1 ks
GitRepository source.toolkit.fluxcd.io/v1 gitrepo
ServiceMonitor monitoring.coreos.com/v1 smon
PrometheusRule monitoring.coreos.com/v1 promrule
VirtualService networking.istio.io/v1
DestinationRule networking.istio.io/v1 dr
Route route.openshift.io/v1
DeploymentConfig apps.openshift.io/v1 dc
BuildConfig build.openshift.io/v1 bc`;

const clusterWide = `
ComponentStatus v1 cs componentstatuses
Namespace v1 ns
Node v1 no
PersistentVolume v1 pv
MutatingWebhookConfiguration admissionregistration.k8s.io/v1
ValidatingWebhookConfiguration admissionregistration.k8s.io/v1
ValidatingAdmissionPolicy admissionregistration.k8s.io/v1
ValidatingAdmissionPolicyBinding admissionregistration.k8s.io/v1
MutatingAdmissionPolicy admissionregistration.k8s.io/v1
CustomResourceDefinition apiextensions.k8s.io/v1 crd crds
APIService apiregistration.k8s.io/v1
CertificateSigningRequest certificates.k8s.io/v1 csr
FlowSchema flowcontrol.apiserver.k8s.io/v1
PriorityLevelConfiguration flowcontrol.apiserver.k8s.io/v1
IngressClass networking.k8s.io/v1
RuntimeClass node.k8s.io/v1
ClusterRole rbac.authorization.k8s.io/v1
ClusterRoleBinding rbac.authorization.k8s.io/v1
PriorityClass scheduling.k8s.io/v1 pc
CSIDriver storage.k8s.io/v1
CSINode storage.k8s.io/v1
StorageClass storage.k8s.io/v1 sc
VolumeAttachment storage.k8s.io/v1
VolumeSnapshotClass snapshot.storage.k8s.io/v1
VolumeSnapshotContent snapshot.storage.k8s.io/v1 vsc
PodSecurityPolicy policy/v1beta1 psp
ClusterIssuer cert-manager.io/v1
GatewayClass gateway.networking.k8s.io/v1 gc
ClusterPolicy kyverno.io/v1 cpol
Project project.openshift.io/v1
SecurityContextConstraints security.openshift.io/v1 scc`;

const byName = new Map<string, Kind>();
const byKind = new Map<string, Kind>();
for (const [table, namespaced] of [
  [inNamespaces, true],
  [clusterWide, false],
] as const) {
  for (const line of table.trim().split("\n")) {
    const [kind = "", apiVersion = "", ...names] = line.split(" ");
    const entry = { kind, apiVersion, namespaced };
    const singular = kind.toLowerCase();
    for (const name of [singular, pluralOf(singular), ...names]) byName.set(name, byName.get(name) ?? entry);
    byKind.set(kind, entry);
  }
}

/** What `kubectl get all` means. */
export const allKinds = [
  "Pod",
  "ReplicationController",
  "Service",
  "DaemonSet",
  "Deployment",
  "ReplicaSet",
  "StatefulSet",
  "HorizontalPodAutoscaler",
  "CronJob",
  "Job",
];

/** The kind behind a word of a command: "deploy", "Deployments", "deployments.apps", "deployments.v1.apps". */
export function kindOfWord(word: string): Partial<Kind> & { readonly kind: string } {
  const [name = "", ...group] = word.toLowerCase().split(".");
  const known = byName.get(name);
  if (known === undefined) return { kind: word };
  const asked = (/^v\d/.test(group[0] ?? "") ? group.slice(1) : group).join(".");
  // "services.serving.knative.dev" is not a Service.
  return asked === "" || groupOf(known.apiVersion) === asked ? known : { kind: word };
}

/** Whether a kind of a manifest lives in a namespace; undefined for those nobody here knows. */
export function isNamespaced(kind: string, apiVersion: string | undefined): boolean | undefined {
  const known = byKind.get(kind);
  if (known === undefined) return undefined;
  return apiVersion === undefined || groupOf(known.apiVersion) === groupOf(apiVersion) ? known.namespaced : undefined;
}

export const apiVersionOf = (kind: string): string | undefined => byKind.get(kind)?.apiVersion;

const groupOf = (apiVersion: string) => (apiVersion.includes("/") ? apiVersion.split("/")[0] : "");

function pluralOf(word: string): string {
  if (word === "endpoints" || word === "securitycontextconstraints") return word;
  if (/(s|x|ch)$/.test(word)) return `${word}es`;
  return /[^aeiou]y$/.test(word) ? `${word.slice(0, -1)}ies` : `${word}s`;
}
