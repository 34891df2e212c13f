import { detects } from "../testing/cases.ts";
import { apply, pod } from "../testing/inputs.ts";
import { noLimits } from "./no-limits.ts";

const limits = { memory: "128Mi" };

detects(noLimits, {
  finds: {
    "a container without limits": apply(pod({})),
    "a container with requests only": apply(pod({ containers: [{ resources: { requests: limits } }] })),
    "an init container without": [
      apply(pod({ spec: { initContainers: [{ name: "i" }] }, containers: [{ resources: { limits } }] })),
      { field: "initContainers[0]" },
    ],
  },
  ignores: {
    "a container with a memory limit": apply(pod({ containers: [{ resources: { limits } }] })),
    "a pod with limits for all its containers": apply(pod({ spec: { resources: { limits } } })),
    "an ephemeral container, which cannot have any": apply(
      pod({ spec: { ephemeralContainers: [{ name: "e" }] }, containers: [{ resources: { limits } }] }),
    ),
  },
});
