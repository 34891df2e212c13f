import { z } from "zod";
import { messageOf } from "../problem/index.ts";
import { type Entity, readEntity } from "./entity.ts";
import { SnapshotProblem } from "./problem.ts";

/** What an agent says the causes are, in its own order, and, where asked for, how the incident spread. */
export interface Answer {
  readonly causes: readonly Entity[];
  /** From cause to effect. */
  readonly propagations: readonly { readonly source: Entity; readonly target: Entity }[];
}

const factor = z.object({ name: z.string(), reasoning: z.string().optional(), evidence: z.unknown() });
const spread = z.array(z.object({ source: z.string(), target: z.string() }));

/** The forms in which published benchmarks ask for an answer. Each has a member of its own by which it is known. */
const forms = {
  contributing_factors: z.object({ contributing_factors: z.array(factor), propagations: spread.optional() }),
  entities: z.object({
    entities: z.array(factor.extend({ contributing_factor: z.boolean() })),
    propagations: spread.optional(),
  }),
  root_causes: z.object({
    root_causes: z.array(z.object({ name: z.string(), kind: z.string(), namespace: z.string().optional() })),
    propagations: spread.optional(),
  }),
} as const;

/** Reads an answer strictly. Whoever cannot write it down as asked has not answered: the problem says what is wrong. */
export function readAnswer(text: string): Answer {
  const value = parseJson(text);
  const form = (Object.keys(forms) as (keyof typeof forms)[]).find(
    (member) => typeof value === "object" && value !== null && Object.hasOwn(value, member),
  );
  if (form === undefined) throw bad(`expected an object with ${Object.keys(forms).join(", ")}, found none of them`);
  const read = forms[form].safeParse(value);
  if (!read.success) throw bad(z.prettifyError(read.error));
  const names = namesIn(read.data);
  return {
    causes: names.map((name, at) => entityAt(name, `${form}[${at}].name`)),
    propagations: (read.data.propagations ?? []).map(({ source, target }, at) => ({
      source: entityAt(source, `propagations[${at}].source`),
      target: entityAt(target, `propagations[${at}].target`),
    })),
  };
}

type Form = z.infer<(typeof forms)[keyof typeof forms]>;

function namesIn(answer: Form): string[] {
  if ("contributing_factors" in answer) return answer.contributing_factors.map(({ name }) => name);
  if ("entities" in answer) {
    return answer.entities.filter(({ contributing_factor }) => contributing_factor).map(({ name }) => name);
  }
  return answer.root_causes.map(({ namespace, kind, name }) => `${namespace ?? "cluster"}/${kind}/${name}`);
}

function entityAt(text: string, where: string): Entity {
  try {
    return readEntity(text);
  } catch (cause) {
    throw bad(`${where}: ${messageOf(cause)}`, cause);
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw bad(text.trim() === "" ? "expected JSON, found nothing" : `expected JSON: ${messageOf(cause)}`, cause);
  }
}

function bad(what: string, cause?: unknown): SnapshotProblem {
  return new SnapshotProblem("BAD_ANSWER", `answer: ${what}`, {
    hint: 'write {"contributing_factors": [{"name": "namespace/Kind/name", "reasoning": "…", "evidence": "…"}]}',
    cause,
  });
}
