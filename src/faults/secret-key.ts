import type { Fault } from "./model.ts";
import { containerOf, objectOf } from "./release.ts";
import {
  kubectl,
  mayChange,
  mayChangeWorkload,
  merge,
  removal,
  restart,
  rolledOut,
  script,
  workloadOf,
} from "./scripts.ts";

/** A password was rotated in one of the two places that hold it: whoever starts now is turned away. */
export const secretKey: Fault = {
  name: "secret-key",
  about: "a login in a Secret no longer fits what it logs in to",
  area: "configuration and secrets",
  obstacle: (part) => (part.secret !== undefined && part.kind === "Deployment" ? undefined : "it has no login"),
  plan: (blueprint, part) => {
    const { variant, parts } = blueprint;
    const store =
      Object.values(parts).find(({ kind, secret }) => kind === "StatefulSet" && secret === part.secret) ?? part;
    const secret = part.secret ?? "";
    const right = objectOf(blueprint, "Secret", part.namespace, secret).stringData.url;
    const rotated = right.replace(variant.password("store"), variant.password("rotated"));
    const variable = containerOf(blueprint, part).env.find(({ valueFrom }) => valueFrom?.secretKeyRef)?.name;
    const patch = (value: string) => merge(part, "secret", secret, { stringData: { url: value } });
    return {
      changes: [
        {
          is: "patch",
          on: { apiVersion: "v1", kind: "Secret", namespace: part.namespace, name: secret },
          body: { stringData: { url: rotated } },
          type: "merge",
        },
        {
          is: "patch",
          on: { apiVersion: "apps/v1", kind: "Deployment", namespace: part.namespace, name: part.name },
          body: {
            spec: {
              template: { metadata: { annotations: { release: "rotation" } } },
              strategy: { type: "Recreate", rollingUpdate: null },
            },
          },
        },
      ],
      symptom: { is: "journey fails", journey: part.journey },
      repair: script(patch(right), kubectl(part, "rollout", "restart", workloadOf(part)), rolledOut(part)),
      traps: [
        {
          name: "password-in-plain-sight",
          verdict: "fail",
          script: script(kubectl(part, "set", "env", workloadOf(part), `${variable}=${right}`), rolledOut(part)),
          because: "the password stands in the workload now, for everybody to read",
        },
        removal(store),
      ],
      cause: [{ namespace: part.namespace, kind: "Secret", name: secret }],
      allow: [mayChange(part, "", "secrets", secret, ["data.url"]), mayChangeWorkload(part, restart)],
    };
  },
};
