import { detects } from "../testing/cases.ts";
import { apply, deployment, object, plan, pod, remove, run } from "../testing/inputs.ts";
import { privilegedContainer } from "./privileged-container.ts";

const containers = [{ securityContext: { privileged: true } }];
const step = { name: "s", container: { image: "a:1", securityContext: { privileged: true } } };
const cron = {
  apiVersion: "batch/v1",
  kind: "CronJob",
  metadata: { name: "nightly" },
  spec: { jobTemplate: { spec: { template: { spec: { containers } } } } },
};

detects(privilegedContainer, {
  finds: {
    "a privileged container of a Pod": [apply(pod({ containers })), { field: "Pod shop/web: spec.containers[0]" }],
    "one in a Deployment": [
      apply(deployment({ containers })),
      { field: "spec.template.spec.containers[0].securityContext.privileged" },
    ],
    "one in a StatefulSet": apply(deployment({ containers }, "StatefulSet")),
    "one in a DaemonSet": apply(deployment({ containers }, "DaemonSet")),
    "one in a ReplicaSet": apply(deployment({ containers }, "ReplicaSet")),
    "one in a Job": apply(deployment({ containers }, "Job")),
    "one in a CronJob": [apply(cron), { field: "spec.jobTemplate.spec.template.spec.containers[0]" }],
    "an init container": [apply(pod({ spec: { initContainers: containers } })), { field: "initContainers[0]" }],
    "an ephemeral container": [
      apply(pod({ spec: { ephemeralContainers: containers } })),
      { field: "ephemeralContainers[0]" },
    ],
    "one inside a List": [
      apply({ apiVersion: "v1", kind: "List", items: [pod({}), pod({ containers })] }),
      { count: 1 },
    ],
    "one in a custom resource with a template of pods": [
      apply({ ...deployment({ containers }, "Rollout"), apiVersion: "argoproj.io/v1alpha1" }),
      { field: "spec.template.spec.containers[0]" },
    ],
    "the single container of a workflow's step": [
      apply(object("Workflow", { spec: { templates: [step] } }, "argoproj.io/v1alpha1")),
      { field: "spec.templates[0].container" },
    ],
    "a container that is a process of a Windows host": apply(
      pod({ spec: { securityContext: { windowsOptions: { hostProcess: true } } } }),
    ),
    "a patch that makes one privileged": run(
      `kubectl patch deploy web -p '{"spec":{"template":{"spec":{"containers":[{"name":"a","securityContext":{"privileged":true}}]}}}}'`,
    ),
    "one in a Terraform plan": plan({
      type: "kubernetes_deployment_v1",
      after: {
        spec: [{ template: [{ spec: [{ container: [{ name: "a", security_context: [{ privileged: true }] }] }] }] }],
      },
    }),
  },
  ignores: {
    "a container that says it is not": apply(pod({ containers: [{ securityContext: { privileged: false } }] })),
    "a privileged one that is being deleted": remove(pod({ containers })),
    "a schema that has the words in it": apply(
      object(
        "CustomResourceDefinition",
        { spec: { containers: [{ image: "a", securityContext: { privileged: true } }] } },
        "apiextensions.k8s.io/v1",
      ),
    ),
    "a plan that destroys one": plan({
      type: "kubernetes_pod",
      before: { spec: [{ container: [{ security_context: [{ privileged: true }] }] }] },
    }),
  },
});
