import type { ScopeClass } from "../evidence/index.ts";

type Known = Exclude<ScopeClass, "unknown">;

/** Words by which people name where something is. Only a whole word counts: a product catalogue is not production. */
const words: Readonly<Record<Known, readonly string[]>> = {
  production: ["prod", "prd", "production", "live"],
  staging: [
    ["stage", "staging", "stg", "uat", "qa", "preprod", "preproduction", "preprd", "pprd", "nonprod", "nonproduction"],
    ["nonprd", "acceptance", "rehearsal"],
  ].flat(),
  development: [
    ["dev", "develop", "development", "devel", "test", "tests", "testing", "sandbox", "sbx", "local", "localhost"],
    ["demo", "playground", "lab", "e2e", "ci", "ephemeral", "preview"],
  ].flat(),
};

const classes: readonly Known[] = ["production", "staging", "development"];

/** Words of its own that a project adds. */
export type ExtraWords = Readonly<Partial<Record<Known, readonly string[]>>>;

export interface Match {
  readonly class: Known;
  /** As it stands in the name. */
  readonly word: string;
}

/** The most serious word in a name, if there is any. */
export function scopeWordIn(name: string, extra: ExtraWords = {}): Match | undefined {
  const parts = partsOf(name);
  const matches = parts.flatMap((part, index): readonly Match[] => {
    const before = parts[index - 1];
    // "non-prod" and "pre-production" in two words mean what they mean in one.
    const joined =
      before === "non" || before === "not" || before === "pre" ? `${before === "not" ? "non" : before}${part}` : part;
    const found = classes.find((each) => words[each].includes(joined) || extra[each]?.includes(joined));
    return found === undefined ? [] : [{ class: found, word: joined === part ? part : `${before}-${part}` }];
  });
  return classes.flatMap((each) => matches.find((match) => match.class === each) ?? []).at(0);
}

/** "shopProd01_eu" is shop, prod, eu. Numbers at the end of a word do not belong to it. */
function partsOf(name: string): readonly string[] {
  return name
    .replace(/([a-z0-9])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .map((part) => (part === "e2e" ? part : part.replace(/\d+$/, "")))
    .filter((part) => part !== "");
}
