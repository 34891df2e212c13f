import type { Session } from "../scene.ts";
import { hole } from "../words.ts";

export function newSession(directory: string): Session {
  return {
    directory,
    variables: new Map(),
    functions: new Map(),
    aliases: new Map(),
    arguments: [],
    files: new Map(),
  };
}

/** For a subshell, or for something that may not happen: what it sets is not set here. */
export function fork(session: Session): Session {
  return {
    ...session,
    variables: new Map(session.variables),
    functions: new Map(session.functions),
    aliases: new Map(session.aliases),
    files: new Map(session.files),
  };
}

/** Any of these may have happened: what they do not agree on is known only when the command runs. */
export function merge(into: Session, outcomes: readonly Session[]): void {
  if (outcomes.some(({ directory }) => directory !== outcomes[0]?.directory)) into.directory = hole;
  else into.directory = outcomes[0]?.directory ?? into.directory;
  agree(
    into.variables,
    outcomes.map(({ variables }) => variables),
    hole,
  );
  agree(
    into.files,
    outcomes.map(({ files }) => files),
    undefined,
  );
  for (const { functions, aliases } of outcomes) {
    for (const [name, body] of functions) into.functions.set(name, body);
    for (const [name, text] of aliases) into.aliases.set(name, text);
  }
}

function agree<T>(into: Map<string, T>, outcomes: readonly ReadonlyMap<string, T>[], otherwise: T): void {
  for (const name of new Set(outcomes.flatMap((outcome) => [...outcome.keys()]))) {
    const [first, ...rest] = outcomes;
    const value = first?.get(name);
    const same = first?.has(name) === true && rest.every((outcome) => outcome.has(name) && outcome.get(name) === value);
    into.set(name, same ? (value as T) : otherwise);
  }
}
