import type { Fault } from "./model.ts";
import { idling, patchWorkload, release } from "./release.ts";
import { kubectl, mayChangeWorkload, removal, restart, rolledOut, script } from "./scripts.ts";

/** A repository that nobody has. A StatefulSet has already let its old pod go for it. */
export const imageName: Fault = {
  name: "image-name",
  about: "a workload asks for an image from a repository that does not exist",
  area: "rollouts",
  obstacle: () => undefined,
  plan: ({ variant }, part) => {
    const { namespace } = part;
    const wrong = `${part.image}-${variant.word("repository", ["server", "stable", "base", "prod"])}`;
    const pod = `${part.name}-0`;
    const isStateful = part.kind === "StatefulSet";
    return {
      changes: [release(part, { container: { image: wrong } })],
      symptom: { is: "pods wait", part: part.role, reason: "ImagePullBackOff" },
      // A StatefulSet waits for its pod to become ready before it replaces it, and this one never will.
      repair: script(
        patchWorkload(part, { container: { image: part.image } }),
        ...(isStateful ? [kubectl(part, "delete", "pod", pod)] : []),
        rolledOut(part),
      ),
      traps: [idling(part), removal(part)],
      cause: [{ namespace, kind: part.kind, name: part.name }],
      endings: [
        {
          object: `apps/${part.kind} ${namespace}/${part.name}`,
          path: `spec.template.spec.containers[name=${part.container}].image`,
          value: part.image,
        },
      ],
      allow: [
        mayChangeWorkload(part, "spec.template.spec.containers[*].image", restart),
        ...(isStateful ? [{ verbs: ["delete"], group: "", resource: "pods", namespace, name: pod }] : []),
      ],
    };
  },
};
