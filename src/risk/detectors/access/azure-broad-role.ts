import type { Detector, Finding, Operation } from "../../model.ts";
import { inPlans } from "../shared/plans.ts";
import { fieldsOf, partsOf, textOf, textsOf, wordOf } from "../shared/values.ts";

/** By name and by the id that stands for it. */
const roles = /^(owner|contributor|user access administrator|role based access control administrator)$/i;
const ids: Readonly<Record<string, string>> = {
  "8e3af657-a8ff-443c-a75c-2fe8c4bcb635": "Owner",
  "b24988ac-6180-42a0-ab88-20f7382dd24c": "Contributor",
  "18d7d88d-d35e-4fb5-a5c3-7773c20a72d9": "User Access Administrator",
  "f58310d9-a9f6-439a-9e8d-f62e7b41a168": "Role Based Access Control Administrator",
};
const subscription = /^\/?$|^\/subscriptions\/[^/]+\/?$|^\/providers\/microsoft\.management\/managementgroups\//i;

function judge(field: string, said: string, scope: string): readonly Finding[] {
  const role = ids[said.split("/").at(-1)?.toLowerCase() ?? ""] ?? said;
  if (!roles.test(role)) return [];
  const whole = subscription.test(scope);
  // A resource group is narrower; one resource is what roles are for.
  if (!whole && !/\/resourcegroups\/[^/]+\/?$/i.test(scope)) return [];
  if (!whole) return [{ field, because: `${role} of a whole resource group`, level: "medium" }];
  return [
    {
      field,
      because: `${role} of a whole subscription or more`,
      level: /contributor/i.test(role) ? "high" : "critical",
    },
  ];
}

const assigned = inPlans(["azurerm_role_assignment"], (after, { address }) =>
  judge(
    address,
    textOf(after.role_definition_name) ?? textOf(after.role_definition_id) ?? "",
    textOf(after.scope) ?? "unknown",
  ),
);

const defined = inPlans(["azurerm_role_definition"], (after, { address }) =>
  partsOf(after.permissions).some(({ actions }) => textsOf(actions).includes("*"))
    ? { field: `${address}: permissions`, because: "the role allows every action" }
    : undefined,
);

function byCommand({ policies }: Operation): readonly Finding[] {
  return policies
    .filter(({ system, action }) => system === "azure" && !/remove|delete/.test(action))
    .flatMap(({ document, value }) => {
      const { role, scope } = fieldsOf(value);
      return judge(document, wordOf(role ?? ""), textOf(scope) ?? "");
    });
}

export const azureBroadRole: Detector = {
  tag: "azure.broad-role",
  level: "high",
  summary: "Owner, Contributor or a role that leads there, on an Azure subscription; milder on a resource group",
  advice: "Assign a role of the one service, on the one resource.",
  detect: (operation) => [...assigned(operation), ...defined(operation), ...byCommand(operation)],
};
