import type { Detector } from "../../model.ts";
import { inObjects } from "../shared/objects.ts";
import { fieldsOf, partsOf, wordOf } from "../shared/values.ts";

const everybody: Readonly<Record<string, string>> = {
  "system:anonymous": "people nobody has identified",
  "system:unauthenticated": "people nobody has identified",
  "system:authenticated": "everybody with any account, on some clouds everybody with a mail address",
  "system:serviceaccounts": "every pod of the cluster",
};

/** What Kubernetes itself gives to everybody. */
const harmless = new Set([
  "system:discovery",
  "system:public-info-viewer",
  "system:basic-user",
  "system:service-account-issuer-discovery",
]);

export const anonymousBinding: Detector = {
  tag: "k8s.anonymous-binding",
  level: "critical",
  summary: "a role given to everybody: anonymous users, all users or all pods",
  advice: "Bind the role to named users, groups or service accounts.",
  detect: inObjects(["ClusterRoleBinding", "RoleBinding"], ({ value, label }) => {
    const role = wordOf(fieldsOf(value.roleRef).name ?? "a role");
    if (harmless.has(role)) return undefined;
    return partsOf(value.subjects).flatMap((subject, index) => {
      const whom = everybody[wordOf(subject.name)];
      return whom === undefined
        ? []
        : [{ field: `${label}: subjects[${index}].name`, because: `${role} goes to ${whom}` }];
    });
  }),
};
