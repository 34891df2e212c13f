import type { Target } from "../../evidence/index.ts";
import type { Flags } from "../flags.ts";
import { isKnown } from "../words.ts";
import { allKinds, apiVersionOf, type Kind, kindOfWord } from "./kinds.ts";
import type { Place } from "./place.ts";

export interface Named extends Partial<Kind> {
  readonly kind: string;
  /** "*" for all of the kind. */
  readonly name: string;
}

/** "deploy/web svc/web", "deploy,svc web", "pods", "pods --all": objects by kind and name, as kubectl takes them. */
export function readNames(words: readonly string[]): Named[] {
  const [types = "", ...names] = words;
  if (words.length === 0) return [];
  if (words.some((word) => word.includes("/"))) {
    return words.map((word) => {
      const [type = "", name = "*"] = word.split(/\/(.*)/s);
      return { ...kindOf(type), name: word.includes("/") ? name : "*" };
    });
  }
  const kinds = types.split(",").flatMap(kindsOf);
  return kinds.flatMap((kind) => (names.length === 0 ? ["*"] : names).map((name) => ({ ...kind, name })));
}

function kindsOf(type: string): (Partial<Kind> & { kind: string })[] {
  if (type.toLowerCase() !== "all") return [kindOf(type)];
  return allKinds.map((kind) => ({ kind, apiVersion: apiVersionOf(kind) ?? "v1", namespaced: true }));
}

const kindOf = (type: string) => (isKnown(type) && type !== "" ? kindOfWord(type) : { kind: "*" });

export function targetsOf(named: readonly Named[], action: string, place: Place, flags: Flags): Target[] {
  const selector = [flags.value("selector"), flags.value("field-selector")]
    .filter((text) => text !== undefined)
    .join(" ");
  return named.map(({ kind, name, apiVersion, namespaced }) => {
    // Of a kind nobody here knows, only a namespace that was said is believed.
    const scoped = namespaced ?? place.explicit;
    return {
      system: "kubernetes",
      kind,
      name,
      ...(scoped && place.namespace !== undefined && { namespace: place.namespace }),
      ...(apiVersion !== undefined && { apiVersion }),
      action,
      ...(selector !== "" && { selector }),
    };
  });
}
