import { detects } from "../testing/cases.ts";
import { compose, run } from "../testing/inputs.ts";
import { dockerDangerousCapabilities } from "./dangerous-capabilities.ts";

detects(dockerDangerousCapabilities, {
  finds: {
    SYS_ADMIN: [compose({ cap_add: ["SYS_ADMIN"] }), { level: "critical" }],
    "seccomp switched off": [compose({ security_opt: ["seccomp=unconfined"] }), { level: "high" }],
    "docker run": run("docker run --cap-add=NET_ADMIN app:1"),
  },
  ignores: {
    "what every container may have": compose({
      cap_add: ["CHOWN"],
      cap_drop: ["ALL"],
      security_opt: ["no-new-privileges:true"],
    }),
  },
});
