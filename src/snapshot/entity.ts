import { SnapshotProblem } from "./problem.ts";

/** One object of an incident, as answers name it: `namespace/Kind/name`, `cluster/Kind/name` without a namespace. */
export interface Entity {
  /** Undefined for what belongs to the whole cluster. */
  readonly namespace: string | undefined;
  readonly kind: string;
  readonly name: string;
}

/** Names of objects, and the few more signs that operations and labels bring (`GET /cart`, `ns:team`). */
const part = /^[^\s/]{1,253}$/;

/**
 * Reads the name that an agent wrote. Its three parts are taken literally: a guess about what was meant would make the
 * score depend on the guess.
 */
export function readEntity(text: string): Entity {
  const [namespace = "", kind = "", ...rest] = text.trim().split("/");
  const name = rest.join("/");
  if (!part.test(namespace) || !part.test(kind) || !/^[^\n\r\t]{1,500}$/.test(name)) {
    throw new SnapshotProblem(
      "BAD_ENTITY",
      `expected namespace/Kind/name, found ${JSON.stringify(text.slice(0, 300))}`,
      {
        hint: "for example shop/Deployment/cart, or cluster/Node/node-1 for what has no namespace",
      },
    );
  }
  return { namespace: namespace.toLowerCase() === "cluster" ? undefined : namespace, kind, name };
}

export function showEntity({ namespace, kind, name }: Entity): string {
  return `${namespace ?? "cluster"}/${kind}/${name}`;
}
