import { posix } from "node:path";
import { ImageProblem } from "./problem.ts";
import { readTar } from "./tar-read.ts";

interface Attributes {
  /** Without a leading slash. */
  readonly path: string;
  readonly mode: number;
  readonly uid: number;
  readonly gid: number;
}

export type Entry = Attributes &
  (
    | { readonly kind: "directory" }
    | { readonly kind: "symlink"; readonly target: string }
    | { readonly kind: "file"; readonly content: Buffer }
  );

export type NewEntry = {
  readonly path: string;
  readonly mode?: number;
  readonly uid?: number;
  readonly gid?: number;
} & (
  | { readonly kind: "directory" }
  | { readonly kind: "symlink"; readonly target: string }
  | { readonly kind: "file"; readonly content: Buffer }
);

// Debian ships files under both names and expects the short ones to be links.
const MERGED = ["bin", "sbin", "lib", "lib64"] as const;

/** The files of one layer, in memory, with /bin, /sbin and /lib merged into /usr as on any Debian. */
export class Tree {
  readonly #entries = new Map<string, Entry>();

  /** Adds or replaces one entry and makes the directories above it. */
  add(fresh: NewEntry): void {
    const path = canonical(fresh.path);
    if (path === "") return;
    const mode = fresh.mode ?? (fresh.kind === "directory" ? 0o755 : fresh.kind === "symlink" ? 0o777 : 0o644);
    this.#parents(path);
    this.#entries.set(path, { ...fresh, path, mode, uid: fresh.uid ?? 0, gid: fresh.gid ?? 0 });
  }

  get(path: string): Entry | undefined {
    return this.#entries.get(canonical(path));
  }

  /** Removes what the predicate names; a directory goes with all that is in it. */
  drop(unwanted: (path: string) => boolean): void {
    for (const path of [...this.#entries.keys()]) if (unwanted(path)) this.#entries.delete(path);
  }

  /** Adds the content of a package's data archive. */
  addTar(archive: Buffer, origin: string): void {
    for (const raw of readTar(archive)) {
      const { mode, uid, gid } = raw;
      const path = canonical(raw.path);
      if (raw.type === "directory") {
        if (!this.#entries.has(path)) this.add({ kind: "directory", path, mode, uid, gid });
      } else if (raw.type === "symlink") this.add({ kind: "symlink", path, target: raw.target, mode: 0o777, uid, gid });
      else if (raw.type === "file") {
        this.add({ kind: "file", path, content: raw.content, mode, uid, gid });
      } else if (raw.type === "link") {
        const original = this.get(raw.target);
        if (original?.kind !== "file") {
          throw new ImageProblem("MALFORMED_ARCHIVE", `${origin}: hard link ${path}: expected a file at ${raw.target}`);
        }
        this.add({ ...original, path });
      }
    }
  }

  move(from: string, to: string): void {
    const entry = this.get(from);
    if (!entry) throw missing(from);
    this.#entries.delete(entry.path);
    this.add({ ...entry, path: to });
  }

  /** Exchanges bytes in a file for others of the same length; refuses when they are not there, or not only once. */
  patch(path: string, find: string, replace: string): void {
    const entry = this.get(path);
    if (entry?.kind !== "file") throw missing(path);
    const [from, to] = [Buffer.from(find), Buffer.from(replace)];
    const at = entry.content.indexOf(from);
    if (from.length !== to.length || at < 0 || entry.content.indexOf(from, at + 1) >= 0) {
      const wanted = JSON.stringify(find);
      throw new ImageProblem("BAD_RECIPE", `/${entry.path}: expected ${wanted} once, and as many bytes in its place`);
    }
    const content = Buffer.from(entry.content);
    to.copy(content, at);
    this.#entries.set(entry.path, { ...entry, content });
  }

  own(path: string, uid: number, gid: number, mode?: number): void {
    const entry = this.get(path);
    if (!entry) throw missing(path);
    this.#entries.set(entry.path, { ...entry, uid, gid, mode: mode ?? entry.mode });
  }

  /** Every entry, parents first, in the order of their names' bytes: the order of the layer. */
  entries(): Entry[] {
    const merged: Entry[] = MERGED.filter((name) =>
      [...this.#entries.keys()].some((path) => path.startsWith(`usr/${name}/`)),
    ).map((name) => ({ kind: "symlink", path: name, target: `usr/${name}`, mode: 0o777, uid: 0, gid: 0 }));
    return [...merged, ...this.#entries.values()].sort((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0));
  }

  #parents(path: string): void {
    const above = posix.dirname(path);
    if (above === "." || this.#entries.has(above)) return;
    this.#parents(above);
    this.#entries.set(above, { kind: "directory", path: above, mode: 0o755, uid: 0, gid: 0 });
  }
}

/** No leading slash, no "..", and the merged directories under their long name. */
export function canonical(path: string): string {
  const plain = posix.normalize(`/${path}`).replace(/\/+$/, "").slice(1);
  const [first = "", ...rest] = plain.split("/");
  return (MERGED as readonly string[]).includes(first) && rest.length > 0
    ? `usr/${plain}`
    : (MERGED as readonly string[]).includes(first)
      ? `usr/${first}`
      : plain;
}

function missing(path: string): ImageProblem {
  return new ImageProblem("BAD_RECIPE", `/${canonical(path)}: no such file in the image`);
}
