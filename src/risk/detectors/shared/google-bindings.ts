import type { Fields } from "../../documents/json.ts";
import type { Operation } from "../../model.ts";
import { fieldsOf, oncePerOperation, partsOf, textsOf, wordOf } from "./values.ts";

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

export const googleBindings = oncePerOperation((operation: Operation): readonly Binding[] => {
  const said = operation.commands.map((command) => command.operation);
  const broad = said.some((text) =>
    /^(projects|organizations|resource-manager (folders|projects)) .*iam-policy/.test(text),
  );
  const given = operation.policies
    .filter(({ system, action }) => system === "gcloud" && !/remove|delete/.test(action))
    .flatMap(({ document, value }) => {
      const storage = /^gs:/.test(wordOf(fieldsOf(value).resource));
      return bindingsOf(fieldsOf(value), { field: document, storage, broad: broad && !storage });
    });
  const planned = operation.changes
    .filter(({ type, actions }) => /^google_\w+_iam_(member|binding|policy)$/.test(type) && !actions.includes("delete"))
    .flatMap(({ type, address, after }) => {
      const whole = /^google_(project|folder|organization)_iam/.test(type);
      return bindingsOf(fieldsOf(after), { field: address, storage: type.startsWith("google_storage_"), broad: whole });
    });
  return [...given, ...planned];
});

function bindingsOf(value: Fields, about: Pick<Binding, "field" | "storage" | "broad">): readonly Binding[] {
  const inside = partsOf(policyOf(value.policy_data) ?? value.bindings);
  return [value, ...inside]
    .filter((part) => typeof part.role === "string")
    .map((part) => {
      const members = [...textsOf(part.member), ...textsOf(part.members)];
      return { ...about, role: wordOf(part.role), members };
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
