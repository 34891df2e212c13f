import { detects } from "../testing/cases.ts";
import { apply, deployment, pod, run } from "../testing/inputs.ts";
import { runAsRoot } from "./run-as-root.ts";

const both = (ofPod: object, ofContainer?: object) =>
  apply(pod({ spec: { securityContext: ofPod }, containers: [ofContainer ? { securityContext: ofContainer } : {}] }));

detects(runAsRoot, {
  finds: {
    "user 0 of the container": [
      both({}, { runAsUser: 0 }),
      { level: "medium", field: "spec.containers[0].securityContext.runAsUser" },
    ],
    "user 0 of the pod": [both({ runAsUser: 0 }), { level: "medium", field: "web: spec.securityContext.runAsUser" }],
    "a container that takes the pod's promise back": both({ runAsNonRoot: true }, { runAsNonRoot: false }),
    "a container that nothing is said about, as something mild": [apply(deployment({})), { level: "low" }],
    "a patch to user 0": run(
      `kubectl patch pod web --type=merge -p '{"spec":{"securityContext":{"runAsUser":0},"containers":[{"name":"a"}]}}'`,
    ),
  },
  ignores: {
    "a container of a pod that is not root": both({ runAsNonRoot: true }),
    "a container of a pod with another user": both({ runAsUser: 1000 }),
    "a container with another user in a pod of root": both({ runAsUser: 0 }, { runAsUser: 1000 }),
    "root in a user namespace": apply(pod({ spec: { hostUsers: false, securityContext: { runAsUser: 0 } } })),
    "a pod of Windows": apply(pod({ spec: { os: { name: "windows" } } })),
    "a patch that says nothing about users": run("kubectl set image deploy/web app=web:2"),
  },
});
