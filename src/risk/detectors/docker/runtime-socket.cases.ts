import { detects } from "../testing/cases.ts";
import { compose, run } from "../testing/inputs.ts";
import { dockerRuntimeSocket } from "./runtime-socket.ts";

detects(dockerRuntimeSocket, {
  finds: {
    "a short mount": compose({ volumes: ["data:/data", "/var/run/docker.sock:/var/run/docker.sock:ro"] }),
    "a long mount": compose({ volumes: [{ type: "bind", source: "/run/containerd/containerd.sock", target: "/s" }] }),
    "docker run": run("docker run -v /var/run/docker.sock:/var/run/docker.sock app:1"),
    "docker run with a long mount": run("docker run --mount type=bind,source=/var/run/docker.sock,target=/s app:1"),
  },
  ignores: { "another mount": compose({ volumes: ["/srv/data:/data", "cache:/var/run/docker.sock"] }) },
});
