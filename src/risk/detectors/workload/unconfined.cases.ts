import { detects } from "../testing/cases.ts";
import { apply, deployment, pod } from "../testing/inputs.ts";
import { unconfined } from "./unconfined.ts";

detects(unconfined, {
  finds: {
    "seccomp off for the pod": apply(pod({ spec: { securityContext: { seccompProfile: { type: "Unconfined" } } } })),
    "AppArmor off for a container": [
      apply(pod({ containers: [{ securityContext: { appArmorProfile: { type: "Unconfined" } } }] })),
      { field: "containers[0].securityContext.appArmorProfile.type" },
    ],
    "all of /proc": apply(pod({ containers: [{ securityContext: { procMount: "Unmasked" } }] })),
    "a type of SELinux that confines nothing": apply(
      pod({ spec: { securityContext: { seLinuxOptions: { type: "spc_t" } } } }),
    ),
    "the old annotation": apply({
      ...pod({}),
      metadata: { name: "web", annotations: { "container.apparmor.security.beta.kubernetes.io/app": "unconfined" } },
    }),
  },
  ignores: {
    "the profile of the runtime": apply(
      deployment({ spec: { securityContext: { seccompProfile: { type: "RuntimeDefault" } } } }),
    ),
  },
});
