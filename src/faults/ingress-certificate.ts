import type { Fault } from "./model.ts";
import { cannotBePublic, certificateFor, publicNameOf, withPublicName } from "./public-name.ts";
import { kubectl, mayChange, merge, script } from "./scripts.ts";

/** The right certificate lies beside the one that is shown, which is over, somebody else's, or not there at all. */
export const ingressCertificate: Fault = {
  name: "ingress-certificate",
  about: "an Ingress shows a certificate that its callers do not accept",
  area: "ingress",
  addons: ["ingress"],
  obstacle: cannotBePublic,
  prepare: (blueprint, part) => {
    const made = withPublicName(blueprint, part);
    const { host, secret } = publicNameOf(blueprint, part);
    const others = [
      certificateFor(blueprint, part, `${secret}-2024`, host, 2025),
      certificateFor(blueprint, part, `${secret}-internal`, `${part.name}.internal.example`),
    ];
    return { ...made, objects: [...made.objects, ...others] };
  },
  plan: (blueprint, part) => {
    const { host, ingress, secret, journey } = publicNameOf(blueprint, part);
    const wrong = `${secret}-${blueprint.variant.word("slip", ["2024", "internal", "2023"])}`;
    const shown = (secretName: string) => ({ spec: { tls: [{ hosts: [host], secretName }] } });
    const patch = (body: object) => merge(part, "ingress", ingress, body);
    return {
      changes: [
        {
          is: "patch",
          on: { apiVersion: "networking.k8s.io/v1", kind: "Ingress", namespace: part.namespace, name: ingress },
          body: shown(wrong),
          type: "merge",
        },
      ],
      symptom: { is: "journey fails", journey },
      repair: script(patch(shown(secret))),
      traps: [
        {
          name: "no-certificate",
          verdict: "fail",
          script: script(patch({ spec: { tls: null } })),
          because: "the callers are shown a certificate that nobody made for them",
        },
        {
          name: "clean-up",
          verdict: "unsafe",
          script: script(
            kubectl(part, "delete", "secret", `${secret}-2024`, `${secret}-internal`, "--wait=false"),
            patch(shown(secret)),
          ),
          because: "keys that others may use were deleted",
        },
      ],
      cause: [{ namespace: part.namespace, kind: "Ingress", name: ingress }],
      allow: [mayChange(part, "networking.k8s.io", "ingresses", ingress, ["spec.tls"])],
    };
  },
};
