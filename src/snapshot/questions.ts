import type { Answer } from "./answer.ts";
import { type Entity, showEntity } from "./entity.ts";
import { normalise } from "./normalise.ts";
import { classesOf, type Truth } from "./truth/index.ts";

/** What can be known before the root cause is: each is a question of its own, with its own score. */
export interface Questions {
  /** Is anything wrong? Whoever names a cause says that there is, unless it says otherwise. */
  readonly detection: number;
  /** In which parts of the system? Absent where the ground truth does not tell. Names of parts count, no names of causes. */
  readonly localisation: number | undefined;
}

export function questionsOf(answer: Answer, truth: Truth): Questions {
  const said = answer.incident ?? answer.causes.length > 0;
  return { detection: said === truth.incident ? 1 : 0, localisation: localisationOf(answer.components ?? [], truth) };
}

/** As the root cause is scored: 0 if a part is missing, else the share of what was named that is one. */
function localisationOf(named: readonly Entity[], truth: Truth): number | undefined {
  if (!truth.incident) return named.length === 0 ? 1 : 0;
  if (truth.components.length === 0) return undefined;
  const classes = classesOf(truth);
  const wanted = new Set(truth.components.map((id) => classes.get(id) ?? id));
  const places = new Set(
    named.map((entity) => {
      const group = normalise(serviceAsWorkload(entity, truth), truth).match?.group.id;
      const found = group === undefined ? undefined : classes.get(group);
      return found !== undefined && wanted.has(found) ? `class ${found}` : showEntity(entity);
    }),
  );
  const right = [...wanted].filter((each) => places.has(`class ${each}`)).length;
  return right < wanted.size ? 0 : right / places.size;
}

/** A part goes by the name of its workload or by that of its Service, as its users know it. */
function serviceAsWorkload(entity: Entity, { groups, components }: Truth): Entity {
  if (entity.kind.toLowerCase() !== "service") return entity;
  const part = groups.find(
    ({ id, name, namespace }) => components.includes(id) && name === entity.name && namespace === entity.namespace,
  );
  return part === undefined ? entity : { ...entity, kind: part.kind };
}
