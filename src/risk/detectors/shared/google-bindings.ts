import type { Fields } from "../../documents/json.ts";
import type { Operation } from "../../model.ts";
import { fieldsOf, oncePerOperation, partsOf, textsOf } from "./values.ts";

/** One role of Google Cloud, for some members. */
export interface Binding {
  readonly field: string;
  readonly role: string;
  readonly members: readonly string[];
  /** Of a bucket or its objects. */
  readonly storage: boolean;
  /** Of a whole project, folder or organisation. */
  readonly broad: boolean;
}

export const googleBindings = oncePerOperation((operation: Operation): readonly Binding[] => [
  ...operation.policies
    .filter(({ system, action }) => system === "gcloud" && !/remove|delete/.test(action))
    .flatMap(({ document, value }) =>
      bindingsOf(fieldsOf(value), document, /bucket|^gs:/.test(`${document} ${String(fieldsOf(value).resource)}`)),
    ),
  ...operation.changes
    .filter(({ type, actions }) => /^google_\w+_iam_(member|binding|policy)$/.test(type) && !actions.includes("delete"))
    .flatMap(({ type, address, after }) =>
      bindingsOf(fieldsOf(after), address, type.startsWith("google_storage_"), type),
    ),
]);

function bindingsOf(value: Fields, field: string, storage: boolean, type = ""): readonly Binding[] {
  const broad = type === "" ? !storage : /^google_(project|folder|organization)_iam/.test(type);
  const inside = partsOf(policyOf(value.policy_data) ?? value.bindings);
  return [value, ...inside]
    .filter((part) => typeof part.role === "string")
    .map((part) => {
      const members = [...textsOf(part.member), ...textsOf(part.members)];
      return { field, role: String(part.role), members, storage, broad };
    });
}

function policyOf(text: unknown): unknown {
  if (typeof text !== "string") return undefined;
  try {
    return fieldsOf(JSON.parse(text)).bindings;
  } catch {
    return undefined;
  }
}
