import type { Artifact, Entry, Prescription, Report, Written } from "../../evidence/index.ts";

export const predicateType = "https://airworthy.dev/evidence-entry/v1";

export interface Subject {
  readonly name: string;
  readonly digest: { readonly sha256: string };
}

/** in-toto Statement v1: something is said about these bytes. */
export interface Statement {
  readonly _type: "https://in-toto.io/Statement/v1";
  /** The entry's own line first, then the artifacts that it is about. */
  readonly subject: readonly Subject[];
  readonly predicateType: typeof predicateType;
  readonly predicate: {
    /** Whole: its canonical text is the line in the log, signature and all. */
    readonly entry: Entry;
    /** That it is in the log, as a text of C2SP tlog-proof. */
    readonly proof?: string;
  };
}

export function statementOf({ entry, hash }: Pick<Written, "entry" | "hash">, proof?: string): Statement {
  return {
    _type: "https://in-toto.io/Statement/v1",
    subject: [{ name: nameOf(entry), digest: { sha256: hash } }, ...artifactsOf(entry).map(subjectOf)],
    predicateType,
    predicate: { entry, ...(proof === undefined ? {} : { proof }) },
  };
}

const nameOf = ({ log, sequence }: Entry) => `${log}#${sequence}`;

/** Names may repeat; what counts is the digest. */
const subjectOf = ({ name, digest }: Artifact): Subject => ({ name, digest: { sha256: digest } });

function artifactsOf({ type, data }: Entry): readonly Artifact[] {
  if (type === "prescription") return (data as Prescription).artifacts;
  return type === "report" ? (data as Report).output : [];
}
