import type { Detector } from "../../model.ts";

const entering = /^(exec|attach|debug|copy into|port-forward)$/;

export const systemAccess: Detector = {
  tag: "k8s.system-access",
  level: "high",
  summary: "a way into a pod of kube-system, or onto a node by kubectl debug",
  advice: "Read its logs and its object first; what is changed inside leaves no trace and is gone at the next restart.",
  detect: ({ targets }) =>
    targets
      .filter(({ system, action }) => system === "kubernetes" && entering.test(action))
      .flatMap(({ kind, name, namespace, action }) => {
        if (kind === "Node")
          return [{ field: `${action} node ${name}`, because: "the container has the node's files and processes" }];
        if (namespace !== "kube-system") return [];
        return [
          { field: `${action} ${kind} ${namespace}/${name}`, because: "pods there hold keys of the whole cluster" },
        ];
      }),
};
