import type { Detector } from "../../model.ts";
import { inPods } from "../shared/pods.ts";

const meaning = {
  hostPID: "sees and can signal every process of the node",
  hostIPC: "shares memory segments with every process of the node",
  hostNetwork: "uses the node's network, past every NetworkPolicy",
};

export const hostNamespaces: Detector = {
  tag: "k8s.host-namespace",
  level: "high",
  summary: "a pod in the node's process, IPC or network namespace",
  advice: "Ask which of the node's namespaces the workload needs, and why a Service or a hostPort would not do.",
  detect: inPods(({ spec, field }) =>
    Object.entries(meaning)
      .filter(([name]) => spec[name] === true)
      .map(([name, effect]) => ({ field: field(name), because: `the pod ${effect}` })),
  ),
};
