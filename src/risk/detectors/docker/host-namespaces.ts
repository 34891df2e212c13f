import type { Detector } from "../../model.ts";
import { inServices } from "../shared/services.ts";

const meaning: Readonly<Record<string, string>> = {
  network_mode: "uses the machine's network",
  pid: "sees and can signal every process of the machine",
  ipc: "shares memory with every process of the machine",
  uts: "can rename the machine",
  userns_mode: "has the machine's users: root inside is root outside",
  cgroup: "has the machine's cgroups",
};

export const dockerHostNamespaces: Detector = {
  tag: "docker.host-namespace",
  level: "high",
  summary: "a container in a namespace of its machine: network, processes, IPC, users",
  advice: "Publish the ports that are needed instead; ask what the rest is for.",
  detect: inServices((value, field) =>
    Object.entries(meaning)
      .filter(([name]) => value[name] === "host")
      .map(([name, effect]) => ({ field: field(name), because: `the container ${effect}` })),
  ),
};
