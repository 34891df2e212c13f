import { z } from "zod";
import { messageOf } from "../problem/index.ts";
import { type Entity, readEntity, showEntity } from "./entity.ts";
import { SnapshotProblem } from "./problem.ts";

/** What an agent says the causes are, in its own order, and, where asked for, how the incident spread. */
export interface Answer {
  readonly causes: readonly Entity[];
  /** From cause to effect. */
  readonly propagations: readonly { readonly source: Entity; readonly target: Entity }[];
  /** Whether anything is wrong, where that was asked. */
  readonly incident?: boolean;
  /** The parts of the system in which it is, where that was asked. */
  readonly components?: readonly Entity[];
}

const factor = z.object({ name: z.string(), reasoning: z.string().optional(), evidence: z.unknown() });
const spread = z.array(z.object({ source: z.string(), target: z.string() }));

/** Two easier questions, which any form may answer as well. */
const easier = {
  incident: z.boolean().optional(),
  components: z.array(z.object({ name: z.string() })).optional(),
  propagations: spread.optional(),
};

/** The forms in which published benchmarks ask for an answer. Each has a member of its own by which it is known. */
const forms = {
  contributing_factors: z.object({ contributing_factors: z.array(factor), ...easier }),
  entities: z.object({
    entities: z.array(factor.extend({ contributing_factor: z.boolean() })),
    ...easier,
  }),
  root_causes: z.object({
    root_causes: z.array(z.object({ name: z.string(), kind: z.string(), namespace: z.string().optional() })),
    ...easier,
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
  const { incident, components } = read.data;
  return {
    ...(incident === undefined ? {} : { incident }),
    ...(components === undefined
      ? {}
      : { components: components.map(({ name }, at) => entityAt(name, `components[${at}].name`)) }),
    causes: names.map((name, at) => entityAt(name, `${form}[${at}].name`)),
    propagations: (read.data.propagations ?? []).map(({ source, target }, at) => ({
      source: entityAt(source, `propagations[${at}].source`),
      target: entityAt(target, `propagations[${at}].target`),
    })),
  };
}

/** An answer as an agent would write it. */
export function showAnswer({ causes, components, incident, propagations }: Answer): string {
  const named = (entity: Entity) => ({ name: showEntity(entity) });
  const factorOf = (entity: Entity) => ({ ...named(entity), reasoning: "", evidence: "" });
  const steps = propagations.map(({ source, target }) => ({ source: showEntity(source), target: showEntity(target) }));
  return JSON.stringify({
    ...{ incident, components: components?.map(named), contributing_factors: causes.map(factorOf) },
    ...(steps.length === 0 ? {} : { propagations: steps }),
  });
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
