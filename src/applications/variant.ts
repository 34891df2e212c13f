import { choose, seeded } from "../statistics/index.ts";

/**
 * The names and numbers of one seed. Each is drawn for itself, so that a new one does not change the others: a variant
 * that was published once stays what it was.
 */
export interface Variant {
  readonly seed: string;
  /** One of several words for the same thing. */
  word(what: string, from: readonly string[]): string;
  /** A whole number, both ends included. */
  number(what: string, from: number, to: number): number;
  /** Looks like a password, and is one within the cluster. */
  password(what: string): string;
}

export function variantOf(seed: string): Variant {
  const draw = (what: string) => seeded(`${seed}/${what}`);
  return {
    seed,
    word: (what, from) => choose(draw(what), from),
    number: (what, from, to) => from + Math.floor(draw(what)() * (to - from + 1)),
    password: (what) => {
      const random = draw(what);
      return Array.from({ length: 20 }, () => choose(random, [..."abcdefghjkmnpqrstuvwxyz23456789"])).join("");
    },
  };
}
