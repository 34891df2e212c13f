import { detects } from "../testing/cases.ts";
import { apply, pod } from "../testing/inputs.ts";
import { dangerousCapabilities } from "./dangerous-capabilities.ts";

const adding = (...add: string[]) =>
  apply(pod({ containers: [{ securityContext: { capabilities: { add, drop: ["ALL"] } } }] }));

detects(dangerousCapabilities, {
  finds: {
    SYS_ADMIN: [adding("SYS_ADMIN"), { level: "critical" }],
    "it with the prefix of the kernel's name": [adding("CAP_SYS_ADMIN"), { level: "critical" }],
    "it in lower case": [adding("sys_admin"), { level: "critical" }],
    ALL: [adding("ALL"), { level: "critical" }],
    NET_ADMIN: [adding("NET_BIND_SERVICE", "NET_ADMIN"), { level: "high", count: 1, field: "add[1]" }],
    "NET_RAW, as something milder": [adding("NET_RAW"), { level: "medium" }],
  },
  ignores: { "those that the baseline allows": adding("NET_BIND_SERVICE", "CHOWN", "CAP_SETUID") },
});
