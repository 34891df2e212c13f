import type { Fault } from "./model.ts";
import { everyRight, kubectl, mayChange, merge, rolledOut, script, workloadOf } from "./scripts.ts";

const group = "rbac.authorization.k8s.io";

/** A RoleBinding names an account that was renamed: the right is there, and nobody has it. */
export const roleSubject: Fault = {
  name: "role-subject",
  about: "a RoleBinding gives a right to an account that no pod runs as",
  area: "access",
  rights: "platform",
  obstacle: (part) => (part.reads ? undefined : "it reads nothing through the API"),
  plan: ({ variant }, part) => {
    const { binding: name = "" } = part.reads ?? {};
    const wrong = `${part.account}-${variant.word("account", ["legacy", "v1", "old", "blue"])}`;
    const subjects = (subject: object) => ({ subjects: [subject] });
    const account = (accountName: string) =>
      subjects({ kind: "ServiceAccount", name: accountName, namespace: part.namespace });
    const patch = (body: object) => merge(part, "rolebinding", name, body);
    return {
      changes: [
        {
          is: "patch",
          on: { apiVersion: `${group}/v1`, kind: "RoleBinding", namespace: part.namespace, name },
          body: account(wrong),
          type: "merge",
        },
      ],
      symptom: { is: "journey fails", journey: part.journey },
      repair: script(patch(account(part.account))),
      traps: [
        {
          name: "everybody",
          verdict: "fail",
          script: script(patch(subjects({ kind: "Group", apiGroup: group, name: "system:serviceaccounts" }))),
          because: "every account of the cluster has the right now",
        },
        {
          name: "another-account",
          verdict: "fail",
          script: script(
            kubectl(part, "create", "serviceaccount", wrong),
            kubectl(part, "set", "serviceaccount", workloadOf(part), wrong),
            rolledOut(part),
          ),
          because: "the service runs as somebody whom it never was",
        },
        everyRight(part),
      ],
      cause: [{ namespace: part.namespace, kind: "RoleBinding", name }],
      endings: [{ object: `${group}/RoleBinding ${part.namespace}/${name}`, path: "subjects", without: '"Group"' }],
      allow: [mayChange(part, group, "rolebindings", name, ["subjects"])],
    };
  },
};
