import { detects } from "../testing/cases.ts";
import { apply, pod } from "../testing/inputs.ts";
import { privilegeEscalation } from "./privilege-escalation.ts";

const saying = (securityContext: object) => apply(pod({ containers: [{ securityContext }] }));

detects(privilegeEscalation, {
  finds: {
    "a container that asks for it": [saying({ allowPrivilegeEscalation: true }), { level: "medium" }],
    "a container that nothing is said about, as something mild": [saying({}), { level: "low" }],
  },
  ignores: {
    "a container that forbids it": saying({ allowPrivilegeEscalation: false }),
    "a privileged one, which has its own tag": saying({ privileged: true }),
  },
});
