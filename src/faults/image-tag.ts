import type { Fault } from "./model.ts";
import { kubectl, mayChangeWorkload, removal, rolledOut, script, standstill, workloadOf } from "./scripts.ts";

/** A release that does not exist: the new pods never start, the old ones serve on as long as they live. */
export const imageTag: Fault = {
  name: "image-tag",
  about: "a rollout asks for an image that does not exist",
  area: "rollouts",
  obstacle: (part) => (part.kind === "Deployment" ? undefined : "only the rollout of a Deployment leaves the old pods"),
  plan: ({ variant }, part) => {
    const tag = `${variant.number("major", 2, 9)}.${variant.number("minor", 0, 30)}.${variant.number("patch", 0, 9)}`;
    const set = (image: string) => kubectl(part, "set", "image", workloadOf(part), `${part.container}=${image}`);
    const images = (image: string) => ({
      spec: { template: { spec: { containers: [{ name: part.container, image }] } } },
    });
    return {
      changes: [
        {
          is: "patch",
          on: { apiVersion: "apps/v1", kind: "Deployment", namespace: part.namespace, name: part.name },
          body: images(`${part.image}-release:${tag}`),
        },
      ],
      symptom: { is: "pods wait", part: part.role, reason: "ImagePullBackOff" },
      repair: script(kubectl(part, "rollout", "undo", workloadOf(part)), rolledOut(part)),
      traps: [
        {
          name: "any-image",
          verdict: "fail",
          script: script(set("airworthy.local/toolbox")),
          because: "an image that runs is not the application",
        },
        removal(part),
        standstill(part),
      ],
      cause: [{ namespace: part.namespace, kind: "Deployment", name: part.name }],
      endings: [
        {
          object: `apps/Deployment ${part.namespace}/${part.name}`,
          path: `spec.template.spec.containers[name=${part.container}].image`,
          value: part.image,
        },
      ],
      allow: [mayChangeWorkload(part, "spec.template.spec.containers[*].image")],
    };
  },
};
