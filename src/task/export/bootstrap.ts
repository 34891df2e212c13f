import type { IdentityRequest } from "../../cluster/index.ts";
import type { KubeObject } from "../../kubernetes/index.ts";
import type { Plan } from "../plan.ts";
import { changeScript, symptomTest } from "./breaking.ts";
import { journeyFunction, library } from "./journeys.ts";
import { manifestOf, words } from "./shell.ts";
import { scene, stocktaking } from "./tests.ts";

export type Rights = Pick<IdentityRequest, "namespaces" | "cluster">;

/** Makes it, breaks it, proves that it is broken, and gives the agent its kubeconfig. */
export function bootstrapFiles(plan: Plan, rights: Rights): Record<string, string> {
  const { journeys, memory, namespaces } = plan.blueprint;
  const objects = plan.blueprint.objects.map(pulledOnce);
  const isSpace = ({ kind }: KubeObject) => kind === "Namespace";
  const files: Record<string, string> = {
    "namespaces.yaml": manifestOf(objects.filter(isSpace)),
    "healthy.yaml": manifestOf(objects.filter((object) => !isSpace(object))),
    "rights.yaml": manifestOf(agentObjects(plan, rights)),
  };
  const place = (object: object) => {
    const name = `change-${Object.keys(files).filter((each) => each.startsWith("change-")).length + 1}.yaml`;
    files[name] = manifestOf([pulledOnce(object as KubeObject)]);
    return `/bootstrap/${name}`;
  };
  const changes = plan.injections.flatMap((injection) =>
    injection.changes.map((change) => changeScript(change, place)),
  );
  const names = new Map(journeys.map(({ name }, at) => [name, `journey_${at + 1}`]));
  const writes = memory.write.map((journey, at) => journeyFunction(`write_${at + 1}`, journey));
  const workloads = objects.filter(({ kind }) => kind === "Deployment" || kind === "StatefulSet");
  const script = [
    "#!/usr/bin/env bash\nset -euo pipefail\nawait-cluster\n",
    library,
    ...journeys.map((journey, at) => journeyFunction(`journey_${at + 1}`, journey)),
    ...writes,
    stocktaking(plan),
    `# until_true SECONDS COMMAND…\nuntil_true() {
  seconds=$1
  shift
  for _ in $(seq 1 "$seconds"); do
    "$@" > /tmp/why 2>&1 && return 0
    sleep 1
  done
  echo "not within $seconds s: $*" >&2
  cat /tmp/why >&2
  exit 1
}\n`,
    "kubectl wait --for=condition=Ready nodes --all --timeout=180s",
    "kubectl apply --server-side -f /bootstrap/namespaces.yaml",
    "kubectl apply --server-side -f /bootstrap/healthy.yaml",
    ...workloads.map(({ kind, metadata: { namespace = "", name } }) =>
      words("kubectl", "-n", namespace, "rollout", "status", `${kind.toLowerCase()}/${name}`, "--timeout=300s"),
    ),
    ...journeys.map((_, at) => `until_true 120 journey_${at + 1}`),
    ...writes.map((_, at) => `until_true 60 write_${at + 1}`),
    "\n# From here on it is broken.",
    ...changes,
    ...plan.symptoms.map(
      (symptom, at) => `shows_${at + 1}() { ${symptomTest(symptom, plan, names)}; }\nuntil_true 120 shows_${at + 1}`,
    ),
    "\nkubectl apply --server-side -f /bootstrap/rights.yaml",
    words("kubectl", "-n", scene, "create", "configmap", "before", "--from-literal=objects=STOCK").replace(
      "=STOCK",
      `="$(stock)"`,
    ),
    `until_true 60 sh -c ${"'"}kubectl -n ${scene} get secret agent -o jsonpath={.data.token} | grep -q .${"'"}`,
    kubeconfig(namespaces.home),
  ];
  return { ...files, "set-the-scene": `${script.join("\n")}\n` };
}

function kubeconfig(home: string): string {
  return `server=$(kubectl config view --raw -o jsonpath='{.clusters[0].cluster.server}')
ca=$(kubectl -n ${scene} get secret agent -o jsonpath='{.data.ca\\.crt}')
token=$(kubectl -n ${scene} get secret agent -o jsonpath='{.data.token}' | base64 --decode)
mkdir -p /kube
cat > /kube/kubeconfig.yaml <<END
apiVersion: v1
kind: Config
clusters: [{name: here, cluster: {server: "$server", certificate-authority-data: "$ca"}}]
users: [{name: agent, user: {token: "$token"}}]
contexts: [{name: agent, context: {cluster: here, user: agent, namespace: ${home}}}]
current-context: agent
END
chmod 0444 /kube/kubeconfig.yaml`;
}

/** Who the agent is, what it may do, and what the tests need on top: calls from clients, and what was before. */
function agentObjects({ blueprint }: Plan, { namespaces = {}, cluster = [] }: Rights): KubeObject[] {
  const rbac = "rbac.authorization.k8s.io";
  const subjects = [{ kind: "ServiceAccount", name: "agent", namespace: scene }];
  const bound = (
    kind: "Role" | "ClusterRole",
    name: string,
    namespace: string | undefined,
    rules: unknown,
  ): KubeObject[] => {
    const metadata = { name, ...(namespace ? { namespace } : {}) };
    const roleRef = { apiGroup: rbac, kind, name };
    return [
      { apiVersion: `${rbac}/v1`, kind, metadata, rules },
      { apiVersion: `${rbac}/v1`, kind: `${kind}Binding`, metadata, roleRef, subjects },
    ];
  };
  const calling = [
    { apiGroups: [""], resources: ["pods"], verbs: ["get", "list"] },
    { apiGroups: [""], resources: ["pods/exec"], verbs: ["create", "get"] },
  ];
  const callers = [...new Set(blueprint.journeys.map(({ from }) => from.namespace))];
  return [
    { apiVersion: "v1", kind: "Namespace", metadata: { name: scene } },
    { apiVersion: "v1", kind: "ServiceAccount", metadata: { name: "agent", namespace: scene } },
    {
      apiVersion: "v1",
      kind: "Secret",
      type: "kubernetes.io/service-account-token",
      metadata: { name: "agent", namespace: scene, annotations: { "kubernetes.io/service-account.name": "agent" } },
    },
    ...Object.entries(namespaces).flatMap(([namespace, rules]) => bound("Role", "agent", namespace, rules)),
    ...bound("ClusterRole", "agent", undefined, cluster),
    ...callers.flatMap((namespace) => bound("Role", "agent-calls", namespace, calling)),
    ...bound("Role", "agent-before", scene, [
      { apiGroups: [""], resources: ["configmaps"], resourceNames: ["before"], verbs: ["get"] },
    ]),
  ];
}

/** Images that were put on the nodes beforehand are not looked for anywhere else. */
function pulledOnce(object: KubeObject): KubeObject {
  const made = structuredClone(object);
  const visit = (value: unknown): void => {
    if (typeof value !== "object" || value === null) return;
    const each = value as Record<string, unknown>;
    if (typeof each.image === "string" && each.image.startsWith("airworthy.local/") && typeof each.name === "string") {
      each.imagePullPolicy ??= "IfNotPresent";
    }
    for (const inner of Object.values(each)) visit(inner);
  };
  visit(made.spec);
  return made;
}
