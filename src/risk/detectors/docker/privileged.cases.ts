import { detects } from "../testing/cases.ts";
import { compose, run } from "../testing/inputs.ts";
import { dockerPrivileged } from "./privileged.ts";

detects(dockerPrivileged, {
  finds: { "a service": compose({ privileged: true }), "docker run": run("docker run --privileged -d app:1") },
  ignores: {
    "a plain service": compose({ privileged: false }),
    "a plain container": run("docker run -d app:1 --privileged"),
  },
});
