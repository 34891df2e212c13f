import type { Places, Resource } from "./resources.ts";

/** What could not be had, told once and in order. */
export class Gaps {
  readonly #lines = new Set<string>();
  /** Kinds by where they may not be listed; the empty place is the whole cluster. */
  readonly #closed = new Map<string, Set<string>>();
  /** Kinds by the namespaces that are all we may see of them. */
  readonly #only = new Map<string, Set<string>>();

  add(line: string): void {
    this.#lines.add(line);
  }

  closed({ kind }: Resource, { paths, closed }: Places): void {
    if (closed.length === 0) return;
    // Whose values nobody knows, nobody can find elsewhere.
    if (kind === "Secret")
      this.add("values of Secrets: where they stand in other data, only what looks like one was taken out");
    if (paths.length === 0) {
      put(this.#closed, "", kind);
      return;
    }
    const open = paths.flatMap((path) => /\/namespaces\/([^/]+)\/[^/]+$/.exec(path)?.[1] ?? []);
    put(this.#only, open.sort().join(", "), kind);
    for (const place of closed) if (place !== "") put(this.#closed, place, kind);
  }

  lines(): readonly string[] {
    const told = (kinds: ReadonlySet<string>) => [...kinds].sort().join(", ");
    return [
      ...[...this.#only].map(([places, kinds]) => `no right to list outside ${places}: ${told(kinds)}`),
      ...[...this.#closed].map(
        ([place, kinds]) => `no right to list ${place ? `in ${place}` : "at all"}: ${told(kinds)}`,
      ),
      ...this.#lines,
    ].sort();
  }
}

function put(map: Map<string, Set<string>>, key: string, value: string): void {
  map.set(key, (map.get(key) ?? new Set()).add(value));
}
