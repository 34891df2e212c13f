import { detects } from "../testing/cases.ts";
import { compose, run } from "../testing/inputs.ts";
import { dockerHostNamespaces } from "./host-namespaces.ts";

detects(dockerHostNamespaces, {
  finds: {
    "the network of the machine": compose({ network_mode: "host" }),
    "its processes": [compose({ pid: "host" }), { field: "pid" }],
    "docker run": run("docker run --network=host app:1"),
    "docker run by an older name": run("docker run --net host --pid host app:1"),
  },
  ignores: {
    "a network of its own": compose({ network_mode: "bridge" }),
    "docker run with a network": run("docker run --network shop app:1"),
  },
});
