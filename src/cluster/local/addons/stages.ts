/** What kwok does to an object once the conditions hold. Templates give the object's new status as YAML. */
interface Stage {
  readonly apiVersion: "kwok.x-k8s.io/v1alpha1";
  readonly kind: "Stage";
  readonly metadata: { readonly name: string };
  readonly spec: object;
}

interface Condition {
  readonly key: string;
  readonly operator: "In" | "NotIn" | "Exists" | "DoesNotExist";
  readonly values?: readonly string[];
}

function stage(name: string, kind: "Node" | "Pod", matchExpressions: readonly Condition[], next: object): Stage {
  return {
    apiVersion: "kwok.x-k8s.io/v1alpha1",
    kind: "Stage",
    metadata: { name },
    spec: { resourceRef: { apiGroup: "v1", kind }, selector: { matchExpressions }, next },
  };
}

const isReady = '.status.conditions.[] | select( .type == "Ready" ) | .status';
const notDeleted: Condition = { key: ".metadata.deletionTimestamp", operator: "DoesNotExist" };
const phase = (value: string): Condition => ({ key: ".status.phase", operator: "In", values: [value] });

/** Once: a lease keeps the node Ready from then on. */
export const nodeReady = stage("node-ready", "Node", [{ key: isReady, operator: "NotIn", values: ["True"] }], {
  statusTemplate: `
{{ $now := Now }}
phase: Running
conditions:
{{ range NodeConditions }}
- type: {{ .type | Quote }}
  status: {{ .status | Quote }}
  reason: {{ .reason | Quote }}
  message: {{ .message | Quote }}
  lastHeartbeatTime: {{ $now | Quote }}
  lastTransitionTime: {{ $now | Quote }}
{{ end }}
addresses:
- type: Hostname
  address: {{ .metadata.name | Quote }}
nodeInfo:
  architecture: amd64
  operatingSystem: linux
  kubeletVersion: {{ printf "kwok-%s" Version | Quote }}
  kubeProxyVersion: {{ printf "kwok-%s" Version | Quote }}
  containerRuntimeVersion: {{ printf "kwok-%s" Version | Quote }}
  kernelVersion: none
  osImage: simulated
  bootID: none
  machineID: none
  systemUUID: none
`,
});

const running = "running: { startedAt: {{ $now | Quote }} }";
const finished =
  "terminated: { exitCode: 0, reason: Completed, startedAt: {{ $now | Quote }}, finishedAt: {{ $now | Quote }} }";
const isSidecar = 'eq ( or .restartPolicy "" ) "Always"';

/** The status of each container in one list of a pod's spec. */
function statuses(list: string, { ready, started, state }: Record<"ready" | "started" | "state", string>): string {
  return `
{{ range .spec.${list} }}
- name: {{ .name | Quote }}
  image: {{ .image | Quote }}
  imageID: ""
  restartCount: 0
  ready: ${ready}
  started: ${started}
  state: { ${state} }
{{ end }}`;
}

export const containersRun = stage(
  "pod-run",
  "Pod",
  [notDeleted, phase("Pending"), { key: isReady, operator: "NotIn", values: ["True"] }],
  {
    statusTemplate: `
{{ $now := Now }}
phase: Running
startTime: {{ $now | Quote }}
conditions:
{{ range $type := list "PodScheduled" "PodReadyToStartContainers" "Initialized" "ContainersReady" "Ready" }}
- { type: {{ $type }}, status: "True", lastTransitionTime: {{ $now | Quote }} }
{{ end }}
{{ range .spec.readinessGates }}
- { type: {{ .conditionType | Quote }}, status: "True", lastTransitionTime: {{ $now | Quote }} }
{{ end }}
{{ with PodIPWith .spec.nodeName ( or .spec.hostNetwork false ) ( or .metadata.uid "" ) ( or .metadata.name "" ) ( or .metadata.namespace "" ) }}
podIP: {{ . | Quote }}
podIPs: [ { ip: {{ . | Quote }} } ]
{{ end }}
initContainerStatuses:${statuses("initContainers", {
      ready: "true",
      started: `{{ ${isSidecar} }}`,
      state: `{{ if ${isSidecar} }}${running}{{ else }}${finished}{{ end }}`,
    })}
containerStatuses:${statuses("containers", { ready: "true", started: "true", state: running })}
`,
  },
);

/** A Job's pod has nothing to do here, so it is done. */
export const jobsComplete = stage(
  "pod-complete",
  "Pod",
  [notDeleted, phase("Running"), { key: ".metadata.ownerReferences.[].kind", operator: "In", values: ["Job"] }],
  {
    statusTemplate: `
{{ $now := Now }}
phase: Succeeded
conditions:
{{ range $type := list "PodScheduled" "Initialized" }}
- { type: {{ $type }}, status: "True", lastTransitionTime: {{ $now | Quote }} }
{{ end }}
{{ range $type := list "ContainersReady" "Ready" }}
- { type: {{ $type }}, status: "False", reason: PodCompleted, lastTransitionTime: {{ $now | Quote }} }
{{ end }}
containerStatuses:${statuses("containers", { ready: "false", started: "false", state: finished })}
`,
  },
);

export const podsVanish = stage("pod-delete", "Pod", [{ key: ".metadata.deletionTimestamp", operator: "Exists" }], {
  delete: true,
});
