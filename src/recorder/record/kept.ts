import type { Artifact, Redacted } from "../../evidence/index.ts";
import type { Document, Materials, PackedDocument } from "../../risk/index.ts";
import type { Desk } from "./desk.ts";

/** A word of a command that is longer than this is kept beside the log, like a file. */
const longestWord = 16 * 1024;
/** How much of such a word stays in the entry. */
const headOfWord = 1_000;

/** What is taken out on the way, and the bytes that are left to keep. */
export interface Clean {
  text(text: string): string;
  command(words: readonly string[]): string[];
  /** Kept durably beside the log. The same bytes under the same name are named once. */
  keep(documents: readonly Document[]): Promise<Artifact[]>;
  readonly redacted: readonly Redacted[];
}

/** Nothing reaches the log but through this: one for each operation, since what it took out once it finds again. */
export function clean(desk: Desk): Clean {
  const { log } = desk;
  const redactor = desk.redactor().remembering();
  const found = new Map<string, Redacted>();
  const long: Document[] = [];
  const note = <T>({ value, redacted }: { value: T; redacted: readonly Redacted[] }): T => {
    for (const each of redacted) found.set(`${each.what}\0${each.digest}`, each);
    return value;
  };
  const shorten = (word: string, at: number): string => {
    if (word.length <= longestWord) return word;
    const name = `argument ${at}`;
    long.push({ name, bytes: Buffer.from(word) });
    return `${word.slice(0, headOfWord).toWellFormed()} … (${word.length} characters, kept as "${name}")`;
  };
  return {
    text: (text) => note(redactor.text(text.toWellFormed())),
    command: (words) => note(redactor.command(words.map((word) => word.toWellFormed()))).map(shorten),
    keep: async (documents) => {
      const artifacts = new Map<string, Artifact>();
      for (const { name, bytes } of documents) {
        const value = note(redactor.document({ name, bytes }));
        const cleanName = note(redactor.text(name.toWellFormed()));
        const stored = await log.storeArtifact(cleanName, value);
        const changed = Buffer.compare(value, bytes) !== 0;
        const artifact = changed ? { ...stored, original: redactor.digest(bytes) } : stored;
        artifacts.set(`${cleanName}\0${artifact.digest}`, artifact);
      }
      for (const { name, bytes } of long.splice(0)) artifacts.set(name, await log.storeArtifact(name, bytes));
      return [...artifacts.values()];
    },
    get redacted() {
      return [...found.values()];
    },
  };
}

/** Everything that was read to understand the proposal: what an auditor has to see to judge the risk again. */
export function documentsOf(materials: Materials): Document[] {
  const packed: PackedDocument[] = [
    ...(materials.stdin ? [materials.stdin] : []),
    ...materials.documents,
    ...materials.findings,
    ...materials.answers.flatMap(({ documents }) => documents ?? []),
  ];
  return packed.map(({ name, base64 }) => ({ name, bytes: Buffer.from(base64, "base64") }));
}
