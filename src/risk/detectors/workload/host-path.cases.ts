import { detects } from "../testing/cases.ts";
import { apply, pod, remove } from "../testing/inputs.ts";
import { hostPath } from "./host-path.ts";

const mounting = (path: string, readOnly?: boolean) =>
  pod({
    spec: { volumes: [{ name: "host", hostPath: { path } }] },
    containers: [{ volumeMounts: [{ name: "host", mountPath: "/host", ...(readOnly && { readOnly }) }] }],
  });

detects(hostPath, {
  finds: {
    "a directory of the node": [apply(mounting("/var/log")), { level: "high", field: "spec.volumes[0].hostPath.path" }],
    "the whole node, writable": [apply(mounting("/")), { level: "critical" }],
    "the kubelet's directory under another spelling": [
      apply(mounting("/var//lib/kubelet/../kubelet/pods/")),
      { level: "critical" },
    ],
    "the whole node, read-only": [apply(mounting("/", true)), { level: "high" }],
  },
  ignores: {
    "an emptyDir": apply(pod({ spec: { volumes: [{ name: "a", emptyDir: {} }] } })),
    "a runtime's socket, which has its own tag": apply(mounting("/var/run/docker.sock")),
    "one that is being deleted": remove(mounting("/")),
  },
});
