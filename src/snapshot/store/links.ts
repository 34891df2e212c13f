import { record, some } from "../rows/text.ts";

/** How one object refers to another, read off the referring one. */
export interface Link {
  readonly source: string;
  readonly relation: "owns" | "runs-on" | "uses" | "scales" | "routes-to" | "calls";
  readonly target: string;
}

export interface Selector {
  readonly relation: "selects" | "restricts" | "protects" | "disturbs";
  readonly namespace: string | undefined;
  readonly labels: Readonly<Record<string, string>>;
}

type Fields = Readonly<Record<string, unknown>>;

const list = (value: unknown): readonly Fields[] => (Array.isArray(value) ? value.slice(0, 1000).map(record) : []);

/** The template of a workload, the spec of a pod itself. */
function podSpecOf(kind: string, object: Fields): Fields | undefined {
  const spec = record(object.spec);
  if (kind === "Pod") return spec;
  if (kind === "CronJob") return record(record(record(record(spec.jobTemplate).spec).template).spec);
  return "template" in spec ? record(record(spec.template).spec) : undefined;
}

export function linksOf(key: string, kind: string, namespace: string | undefined, object: Fields): readonly Link[] {
  const place = namespace ?? "cluster";
  const links: Link[] = [];
  const add = (relation: Link["relation"], toKind: string, name: unknown, where = place) => {
    if (typeof name === "string" && name !== "")
      links.push({ source: key, relation, target: `${where}/${toKind}/${name}` });
  };
  for (const owner of list(record(object.metadata).ownerReferences)) {
    const [ownerKind, name] = [some(owner.kind), some(owner.name)];
    if (ownerKind && name) {
      const where = ownerKind === "Node" ? "cluster" : place;
      links.push({ source: `${where}/${ownerKind}/${name}`, relation: "owns", target: key });
    }
  }
  const spec = record(object.spec);
  const pod = podSpecOf(kind, object);
  if (pod) {
    add("runs-on", "Node", pod.nodeName, "cluster");
    add("uses", "ServiceAccount", pod.serviceAccountName);
    for (const volume of list(pod.volumes)) {
      add("uses", "ConfigMap", record(volume.configMap).name);
      add("uses", "Secret", record(volume.secret).secretName);
      add("uses", "PersistentVolumeClaim", record(volume.persistentVolumeClaim).claimName);
    }
    for (const container of [...list(pod.initContainers), ...list(pod.containers)]) {
      for (const from of list(container.envFrom)) {
        add("uses", "ConfigMap", record(from.configMapRef).name);
        add("uses", "Secret", record(from.secretRef).name);
      }
      for (const variable of list(container.env)) {
        const from = record(variable.valueFrom);
        add("uses", "ConfigMap", record(from.configMapKeyRef).name);
        add("uses", "Secret", record(from.secretKeyRef).name);
        for (const host of hostsIn(variable.value)) add("calls", "Service", host.name, host.namespace ?? place);
      }
    }
  }
  const scaled = record(spec.scaleTargetRef);
  if (some(scaled.kind)) add("scales", String(scaled.kind), scaled.name);
  if (kind === "Ingress") {
    for (const rule of list(spec.rules)) {
      for (const path of list(record(rule.http).paths))
        add("routes-to", "Service", record(record(path.backend).service).name);
    }
  }
  return links;
}

/** Names of hosts with a port, as variables give addresses. Which of them are Services is decided when all are known. */
function hostsIn(value: unknown): readonly { readonly name: string; readonly namespace: string | undefined }[] {
  if (typeof value !== "string" || value.length > 2000) return [];
  return [
    ...value.matchAll(
      /(?:^|[\s/@,;=])([a-z]([a-z0-9-]{0,62}))(?:\.([a-z0-9-]{1,63}))?(?:\.svc[a-z.]{0,40})?:\d{2,5}\b/g,
    ),
  ].map(([, name = "", , namespace]) => ({ name, namespace }));
}

export function selectorsOf(kind: string, namespace: string | undefined, object: Fields): readonly Selector[] {
  const spec = record(object.spec);
  if (kind === "Service") return selector("selects", namespace, spec.selector);
  if (kind === "NetworkPolicy") return selector("restricts", namespace, record(spec.podSelector).matchLabels);
  if (kind === "PodDisruptionBudget") return selector("protects", namespace, record(spec.selector).matchLabels);
  if (!/Chaos$|^Schedule$/.test(kind)) return [];
  // An experiment of Chaos Mesh, or the schedule that makes one: its own spec, or one below a key of the same ending.
  const inner = Object.entries(spec).find(([name]) => /chaos$/i.test(name))?.[1];
  const chosen = record(record(inner ?? spec).selector);
  const namespaces = Array.isArray(chosen.namespaces) ? chosen.namespaces.map(String).slice(0, 100) : [namespace];
  return namespaces.flatMap((each) => selector("disturbs", each, chosen.labelSelectors));
}

function selector(relation: Selector["relation"], namespace: string | undefined, labels: unknown): readonly Selector[] {
  const texts = textsOf(labels);
  return Object.keys(texts).length === 0 ? [] : [{ relation, namespace, labels: texts }];
}

export function textsOf(labels: unknown): Readonly<Record<string, string>> {
  const texts = Object.entries(record(labels)).filter(
    (entry): entry is [string, string] => typeof entry[1] === "string",
  );
  return Object.fromEntries(texts.slice(0, 200));
}
