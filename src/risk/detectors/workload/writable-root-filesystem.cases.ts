import { detects } from "../testing/cases.ts";
import { apply, pod, run } from "../testing/inputs.ts";
import { writableRootFilesystem } from "./writable-root-filesystem.ts";

const readOnly = { securityContext: { readOnlyRootFilesystem: true } };

detects(writableRootFilesystem, {
  finds: {
    "a container that nothing is said about": apply(pod({})),
    "the one container of two that is writable": [
      apply(pod({ containers: [readOnly, {}] })),
      { count: 1, field: "containers[1]" },
    ],
    "a patch that makes it writable": run(
      `kubectl patch pod web -p '{"spec":{"containers":[{"name":"a","securityContext":{"readOnlyRootFilesystem":false}}]}}'`,
    ),
  },
  ignores: {
    "a read-only one": apply(pod({ containers: [readOnly] })),
    "a patch about something else": run("kubectl set image deploy/web app=web:2"),
  },
});
