import type { TerraformChange } from "../model.ts";
import type { Flow, Scene } from "../scene.ts";
import { type Fields, isObject, textIn } from "./json.ts";
import { readValues } from "./yaml.ts";

/** The resources that a plan changes, from `terraform show -json`. Undefined where no plan is in the flow. */
export async function changesOf(flow: Flow | undefined, scene: Scene): Promise<TerraformChange[] | undefined> {
  const changes: TerraformChange[] = [];
  let isPlan = false;
  for (const document of flow?.documents ?? []) {
    const { values, faults } = await readValues(document);
    for (const fault of faults) scene.unknown(`${document.name}: ${fault}`);
    for (const value of values) {
      if (!isObject(value) || !Array.isArray(value.resource_changes)) continue;
      isPlan = true;
      for (const entry of value.resource_changes) {
        const change = isObject(entry) ? changeOf(entry, document.name) : undefined;
        if (change) changes.push(change);
      }
    }
  }
  return isPlan ? changes : undefined;
}

function changeOf(entry: Fields, document: string): TerraformChange | undefined {
  const change = isObject(entry.change) ? entry.change : {};
  const actions = Array.isArray(change.actions) ? change.actions.map(String) : [];
  if (entry.mode === "data" || actions.every((action) => action === "no-op" || action === "read")) return undefined;
  const [module, provider, movedFrom] = [entry.module_address, entry.provider_name, entry.previous_address].map(textIn);
  return {
    document,
    address: textIn(entry.address) ?? "*",
    ...(module !== undefined && { module }),
    type: textIn(entry.type) ?? "*",
    name: textIn(entry.name) ?? "*",
    ...(provider !== undefined && { provider }),
    actions,
    replaced: actions.includes("delete") && actions.includes("create"),
    ...(movedFrom !== undefined && { movedFrom }),
    before: change.before ?? null,
    after: change.after ?? null,
    afterUnknown: change.after_unknown ?? {},
  };
}

/** "create", "update", "delete" or "replace". */
export const actionOf = ({ replaced, actions }: TerraformChange) => (replaced ? "replace" : actions.join("+"));
