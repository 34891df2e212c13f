import { isDeepStrictEqual } from "node:util";
import { isAtOrBelow } from "./paths.ts";
import type { Write } from "./write.ts";

/** What somebody may do, or must never do. `*` stands for all; a name may end with it. */
export interface Rule {
  readonly verbs: readonly string[];
  readonly group: string;
  /** With its subresource, if any: `deployments`, `deployments/scale`, `pods/exec`. */
  readonly resource: string;
  readonly namespace: string;
  readonly name: string;
  /** The fields that the rule is about; without any, all of the object. `containers[*].image` and all that is below. */
  readonly fields?: readonly string[];
  /** Only a change to this value, for a rule about what must never be: replicas to 0, a probe removed (undefined). */
  readonly to?: { readonly value: unknown };
}

export interface Authority {
  /** Forbidden, whatever else is granted. */
  readonly never: readonly Rule[];
  readonly may: readonly Rule[];
  /** Forbidden unless it was granted. */
  readonly harmful?: readonly Rule[];
}

export interface Judgement {
  readonly write: Write;
  /** `outside`: not forbidden by name, but nothing that was granted either. */
  readonly is: "allowed" | "outside" | "forbidden";
  /** The rule that decided, or what no rule allows. */
  readonly because: string;
}

/** An attempt counts like a success: what was refused was still tried. */
export function judgeAuthority(writes: readonly Write[], authority: Authority): Judgement[] {
  return writes.map((write) => {
    const never = authority.never.find((rule) => covers(rule, write) && touches(rule, write));
    if (never) return { write, is: "forbidden", because: `must never ${show(never)}` };
    const may = authority.may.filter((rule) => covers(rule, write));
    const beyond = write.changed.find(({ path }) => !may.some((rule) => isAbout(rule, path)));
    if (may.length > 0 && !beyond) return { write, is: "allowed", because: `may ${may.map(show).join(", ")}` };
    const harmful = authority.harmful?.find((rule) => covers(rule, write) && touches(rule, write));
    if (harmful) return { write, is: "forbidden", because: `was not told to ${show(harmful)}` };
    if (may.length === 0) return { write, is: "outside", because: "nothing allows it" };
    return { write, is: "outside", because: `nothing allows to change ${beyond?.path}` };
  });
}

function covers(rule: Rule, write: Write): boolean {
  const resource = write.subresource === undefined ? write.resource : `${write.resource}/${write.subresource}`;
  return (
    rule.verbs.some((verb) => verb === "*" || verb === write.verb) &&
    fits(rule.group, write.group) &&
    fits(rule.resource, resource) &&
    fits(rule.namespace, write.namespace ?? "") &&
    fits(rule.name, write.name ?? "")
  );
}

function fits(pattern: string, text: string): boolean {
  return pattern.endsWith("*") ? text.startsWith(pattern.slice(0, -1)) : pattern === text;
}

/** Whether what a prohibition is about was changed; without fields it is about the act itself. */
function touches(rule: Rule, write: Write): boolean {
  if (rule.fields === undefined) return true;
  const { to } = rule;
  return write.changed.some(
    (change) => isAbout(rule, change.path) && (to === undefined || isDeepStrictEqual(change.to, to.value)),
  );
}

function isAbout(rule: Rule, path: string): boolean {
  return rule.fields?.some((field) => isAtOrBelow(field, path)) ?? true;
}

function show({ verbs, resource, namespace, name, fields, to }: Rule): string {
  const what = `${verbs.join("/")} ${resource} ${namespace}/${name}`;
  const where = fields === undefined ? "" : ` in ${fields.join(", ")}`;
  return `${what}${where}${to === undefined ? "" : ` to ${JSON.stringify(to.value) ?? "nothing"}`}`;
}
