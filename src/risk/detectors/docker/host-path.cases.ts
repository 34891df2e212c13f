import { detects } from "../testing/cases.ts";
import { compose, run } from "../testing/inputs.ts";
import { dockerHostPath } from "./host-path.ts";

detects(dockerHostPath, {
  finds: {
    "the whole machine": [compose({ volumes: ["/:/host"] }), { level: "critical" }],
    "the whole machine, read-only": [compose({ volumes: ["/:/host:ro"] }), { level: "high" }],
    "docker run": run("docker run -v /etc:/etc app:1"),
  },
  ignores: {
    "a directory of the project": compose({ volumes: ["./src:/src", "/srv/data:/data"] }),
    "a volume": compose({ volumes: ["etc:/etc"] }),
  },
});
