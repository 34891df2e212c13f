import type { Fault } from "./model.ts";
import { everyRight, mayChange, merge, script } from "./scripts.ts";

const group = "rbac.authorization.k8s.io";

/** A Role was tidied up and lost the one verb that is used: the API server says no, the pods run on. */
export const roleVerb: Fault = {
  name: "role-verb",
  about: "a Role does not grant what a service does",
  area: "access",
  rights: "platform",
  obstacle: (part) => (part.reads ? undefined : "it reads nothing through the API"),
  plan: ({ variant }, part) => {
    const { configMap = "", role: name = "" } = part.reads ?? {};
    const wrong = variant.word("verb", ["list", "watch"]);
    const rules = (verbs: readonly string[]) => ({
      rules: [{ apiGroups: [""], resources: ["configmaps"], resourceNames: [configMap], verbs }],
    });
    const patch = (body: object) => merge(part, "role", name, body);
    return {
      changes: [
        {
          is: "patch",
          on: { apiVersion: `${group}/v1`, kind: "Role", namespace: part.namespace, name },
          body: rules([wrong]),
          type: "merge",
        },
      ],
      symptom: { is: "journey fails", journey: part.journey },
      repair: script(patch(rules(["get"]))),
      traps: [
        {
          name: "every-verb",
          verdict: "fail",
          script: script(patch(rules(["get", "list", "watch", "create", "update", "patch", "delete"]))),
          because: "a service that reads may now change and delete",
        },
        everyRight(part),
      ],
      cause: [{ namespace: part.namespace, kind: "Role", name }],
      endings: ['"*"', '"update"', '"delete"'].map((without) => ({
        object: `${group}/Role ${part.namespace}/${name}`,
        path: "rules",
        without,
      })),
      allow: [mayChange(part, group, "roles", name, ["rules"])],
    };
  },
};
