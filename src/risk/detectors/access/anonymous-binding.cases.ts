import { detects } from "../testing/cases.ts";
import { apply, object, run } from "../testing/inputs.ts";
import { anonymousBinding } from "./anonymous-binding.ts";

const binding = (role: string, subject: string) =>
  apply(
    object("ClusterRoleBinding", {
      roleRef: { kind: "ClusterRole", name: role },
      subjects: [{ kind: "Group", name: subject }],
    }),
  );

detects(anonymousBinding, {
  finds: {
    "anonymous users": binding("view", "system:unauthenticated"),
    "all users": binding("edit", "system:authenticated"),
    "a binding by command": run("kubectl create clusterrolebinding x --clusterrole=view --user=system:anonymous"),
  },
  ignores: {
    "a group with a name": binding("view", "team-shop"),
    "what Kubernetes itself gives to everybody": binding("system:discovery", "system:authenticated"),
  },
});
