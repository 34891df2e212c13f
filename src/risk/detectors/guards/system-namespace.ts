import type { Detector } from "../../model.ts";

const system =
  /^(kube-system|kube-public|kube-node-lease|openshift-(apiserver|etcd|kube-.*|machine-.*|dns|sdn|ovn-.*|config.*))$/;
/** What has a tag of its own. */
const elsewhere = /^(exec|attach|port-forward|read|debug|copy into)$/;

export const systemNamespace: Detector = {
  tag: "k8s.system-namespace",
  level: "high",
  summary: "a change in kube-system or another namespace that the cluster itself lives in",
  advice:
    "DNS, network and the cluster's own controllers are there: know what depends on the object, and how to get back.",
  detect: ({ targets }) =>
    targets
      .filter(({ system: of, namespace, kind, name, action }) => {
        const where = kind === "Namespace" ? name : namespace;
        return of === "kubernetes" && where !== undefined && system.test(where) && !elsewhere.test(action);
      })
      .map(({ kind, namespace, name, action }) => ({
        field: `${action} ${kind} ${namespace === undefined ? name : `${namespace}/${name}`}`,
        because: `the whole cluster depends on what is in ${namespace ?? name}`,
      })),
};
