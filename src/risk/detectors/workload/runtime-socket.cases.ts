import { detects } from "../testing/cases.ts";
import { apply, pod } from "../testing/inputs.ts";
import { runtimeSocket } from "./runtime-socket.ts";

const mounting = (path: string) => apply(pod({ spec: { volumes: [{ name: "s", hostPath: { path } }] } }));

detects(runtimeSocket, {
  finds: {
    "Docker's socket": mounting("/var/run/docker.sock"),
    "containerd's socket": mounting("/run/containerd/containerd.sock"),
    "that of k3s": mounting("/run/k3s/containerd/containerd.sock"),
    "CRI-O's socket": mounting("/var/run/crio/crio.sock"),
    "the directory that holds them": mounting("/var/run/"),
  },
  ignores: {
    "another socket": mounting("/var/run/mysqld/mysqld.sock"),
    "a directory with a similar name": mounting("/data/run"),
  },
});
