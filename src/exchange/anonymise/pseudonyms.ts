import { createHmac, createSecretKey, randomBytes } from "node:crypto";

/**
 * Other words for words, the same for the same wherever it stands. The salt is drawn for one export and never written
 * down: without it nobody can find a name by trying names, and two exports cannot be laid side by side.
 */
export class Pseudonyms {
  readonly #salt = createSecretKey(randomBytes(32));
  readonly #users = new Map<number, number>([[0, 0]]);

  /** For any text: names, reasons, paths. What is empty or means all of a kind stays. */
  text(text: string): string {
    return text === "" || text === "*" ? text : `anon-${this.#hex(text, 16)}`;
  }

  /** For a text of which some values name nobody. */
  unless(text: string, isCommon: (text: string) => boolean): string {
    return isCommon(text) ? text : this.text(text);
  }

  /** For digests, in the form they had: what was equal is equal still. */
  digest(digest: string): string {
    const [, kind = "", hex = ""] = /^([a-z0-9-]+:)?([0-9a-f]{64})$/.exec(digest) ?? [];
    return hex === "" ? this.text(digest) : kind + this.#hex(digest, 64);
  }

  /** For ids, which tell when they were made: times are kept, so these are. */
  id(id: string): string {
    if (!/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/.test(id)) return this.text(id);
    const hex = this.#hex(id, 32);
    return `${id.slice(0, 13)}-7${hex.slice(0, 3)}-8${hex.slice(3, 6)}-${hex.slice(6, 18)}`;
  }

  /** For ids of traces and spans: as many hex digits. */
  hex(hex: string): string {
    return this.#hex(hex, hex.length);
  }

  /** For numbers of users and groups, by the order in which they appear. The superuser is the same everywhere. */
  user(number: number): number {
    const known = this.#users.get(number);
    if (known !== undefined) return known;
    const next = 1000 + this.#users.size;
    this.#users.set(number, next);
    return next;
  }

  #hex(text: string, digits: number): string {
    return createHmac("sha256", this.#salt).update(text).digest("hex").slice(0, digits);
  }
}
