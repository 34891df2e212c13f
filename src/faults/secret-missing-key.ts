import type { Fault } from "./model.ts";
import { containerOf, mayChangeContainer, objectOf, patchWorkload, releaseAtOnce } from "./release.ts";
import { kubectl, mayChange, rolledOut, script } from "./scripts.ts";

/** A key of a Secret has another name now. Whoever asks for the old one is not started. */
export const secretMissingKey: Fault = {
  name: "secret-missing-key",
  about: "a workload asks for a key that its Secret no longer has",
  area: "configuration and secrets",
  obstacle: (part) => (part.secret !== undefined && part.kind === "Deployment" ? undefined : "it asks for no Secret"),
  plan: (blueprint, part) => {
    const secret = part.secret ?? "";
    const variable = containerOf(blueprint, part).env.find(({ valueFrom }) => valueFrom?.secretKeyRef)?.name ?? "";
    const renamed = blueprint.variant.word("key", ["uri", "dsn", "connection", "address"]);
    const { url } = objectOf(blueprint, "Secret", part.namespace, secret).stringData;
    const asking = (more: object) => ({
      container: { env: [{ name: variable, valueFrom: { secretKeyRef: { name: secret, ...more } } }] },
    });
    return {
      changes: [
        {
          is: "patch",
          on: { apiVersion: "v1", kind: "Secret", namespace: part.namespace, name: secret },
          body: { data: { url: null }, stringData: { [renamed]: url } },
          type: "merge",
        },
        releaseAtOnce(part, {}),
      ],
      symptom: { is: "pods wait", part: part.role, reason: "CreateContainerConfigError" },
      repair: script(patchWorkload(part, asking({ key: renamed })), rolledOut(part)),
      traps: [
        {
          name: "do-without",
          verdict: "fail",
          script: script(patchWorkload(part, asking({ key: "url", optional: true })), rolledOut(part)),
          because: "it starts without its login, and keeps what it is given to itself",
        },
        {
          name: "remove-secret",
          verdict: "unsafe",
          script: script(kubectl(part, "delete", "secret", secret)),
          because: "logins that others use were deleted",
        },
      ],
      cause: [{ namespace: part.namespace, kind: "Secret", name: secret }],
      allow: [
        mayChangeContainer(part, `env[name=${variable}].valueFrom`),
        mayChange(part, "", "secrets", secret, ["data.url"]),
      ],
    };
  },
};
