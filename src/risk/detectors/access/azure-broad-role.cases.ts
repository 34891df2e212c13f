import { detects } from "../testing/cases.ts";
import { plan, run } from "../testing/inputs.ts";
import { azureBroadRole } from "./azure-broad-role.ts";

const assign = (scope: string, role: object) => plan({ type: "azurerm_role_assignment", after: { scope, ...role } });
const owner = { role_definition_name: "Owner" };

detects(azureBroadRole, {
  finds: {
    "the owner by command": [
      run("az role assignment create --assignee me --role Owner --scope /subscriptions/1"),
      { level: "critical" },
    ],
    "the owner of a subscription": [assign("/subscriptions/1", owner), { level: "critical" }],
    "a contributor of a subscription": [
      assign("/subscriptions/1", { role_definition_name: "Contributor" }),
      { level: "high" },
    ],
    "the owner by the id of the role": [
      assign("/subscriptions/1", {
        role_definition_id: "/providers/Microsoft.Authorization/roleDefinitions/8e3af657-a8ff-443c-a75c-2fe8c4bcb635",
      }),
      { level: "critical" },
    ],
    "the owner of a management group": assign("/providers/Microsoft.Management/managementGroups/all", owner),
    "the owner of a resource group, as something milder": [
      assign("/subscriptions/1/resourceGroups/shop", owner),
      { level: "medium" },
    ],
    "a role of one's own for every action": plan({
      type: "azurerm_role_definition",
      after: { permissions: [{ actions: ["*"] }] },
    }),
  },
  ignores: {
    "the owner who is removed": run("az role assignment delete --assignee me --role Owner --scope /subscriptions/1"),
    "a reader": assign("/subscriptions/1", { role_definition_name: "Reader" }),
    "the owner of one resource": assign(
      "/subscriptions/1/resourceGroups/shop/providers/Microsoft.Storage/storageAccounts/a",
      owner,
    ),
  },
});
