import { type Fields, isObject } from "../../documents/json.ts";
import type { Operation, TerraformChange } from "../../model.ts";
import { fieldsOf, oncePerOperation, partsOf, textsOf, wordOf } from "./values.ts";

/** One statement of a policy that would be in force afterwards. Names of its elements are in lower case. */
export interface Statement {
  readonly field: string;
  readonly actions: readonly string[];
  readonly resources: readonly string[];
  /** Allows all but what is named. */
  readonly inverted: boolean;
  /** Whom it is for, where the policy belongs to a resource. */
  readonly principals: readonly string[] | undefined;
  readonly conditional: boolean;
}

/** Every statement that allows something, of commands and of plans. */
export const allowingStatements = oncePerOperation((operation: Operation): readonly Statement[] => [
  ...operation.policies
    .filter(({ system, action }) => system === "aws" && !/remove|detach|delete/.test(action))
    .flatMap(({ document, value }) => statementsOf(value, document)),
  ...operation.changes
    .filter(
      ({ type, actions }) =>
        type.startsWith("aws") && actions.some((action) => action === "create" || action === "update"),
    )
    .flatMap(statementsInChange),
]);

function statementsInChange({ address, after }: TerraformChange): readonly Statement[] {
  const own = Object.entries(fieldsOf(after)).flatMap(([name, value]) => statementsOf(value, `${address}: ${name}`));
  const inline = partsOf(fieldsOf(after).inline_policy).flatMap(({ policy }) =>
    statementsOf(policy, `${address}: inline_policy`),
  );
  return [...own, ...inline];
}

/** Of a policy as an object or as JSON text; anything else has none. */
function statementsOf(policy: unknown, where: string): readonly Statement[] {
  const list = partsOf(lowerCase(documentOf(policy)).statement).map(lowerCase);
  return list.flatMap((statement, index) => {
    if (wordOf(statement.effect).toLowerCase() !== "allow") return [];
    const field = `${where} Statement[${index}]`;
    const inverted = statement.notaction !== undefined;
    return [
      {
        field: typeof statement.sid === "string" && statement.sid !== "" ? `${field} (${statement.sid})` : field,
        actions: textsOf(inverted ? statement.notaction : statement.action).map((action) => action.toLowerCase()),
        resources: textsOf(statement.resource),
        inverted,
        principals: principalsOf(statement),
        conditional: isObject(statement.condition) && Object.keys(statement.condition).length > 0,
      },
    ];
  });
}

function documentOf(policy: unknown): Fields {
  if (isObject(policy)) return policy;
  if (typeof policy !== "string" || !/^\s*\{[\s\S]*statement/i.test(policy)) return {};
  try {
    return fieldsOf(JSON.parse(policy));
  } catch {
    return {}; // The provider would refuse it too.
  }
}

function principalsOf({ principal, notprincipal }: Fields): readonly string[] | undefined {
  if (notprincipal !== undefined) return ["*"];
  if (principal === undefined) return undefined;
  return isObject(principal) ? Object.values(principal).flatMap(textsOf) : textsOf(principal);
}

function lowerCase(fields: Fields): Fields {
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name.toLowerCase(), value]));
}

/** Whether a statement is about objects of S3 and nothing else; open ones have a tag of their own. */
export function isAboutObjects({ actions }: Statement): boolean {
  return actions.length > 0 && actions.every((action) => action.startsWith("s3:"));
}
