import { fromBase64 } from "./base64.ts";
import { EvidenceProblem, show } from "./problem.ts";

/** C2SP tlog-proof: that one entry is in a log, in a text that can be checked without the log. */
export interface InclusionProof {
  readonly sequence: number;
  /** The line itself, in the field for extra data: a proof about nothing at hand would prove little. */
  readonly line: Buffer;
  readonly hashes: readonly Buffer[];
  /** A signed note. */
  readonly checkpoint: string;
}

const header = "c2sp.org/tlog-proof@v1";

export function writeProof({ sequence, line, hashes, checkpoint }: InclusionProof): string {
  const path = hashes.map((hash) => `${hash.toString("base64")}\n`).join("");
  return `${header}\nextra ${line.toString("base64")}\nindex ${sequence}\n${path}\n${checkpoint}`;
}

export function parseProof(text: string): InclusionProof {
  const end = text.indexOf("\n\n");
  if (end < 0) throw bad("no empty line before the checkpoint");
  const [first, extra = "", index = "", ...path] = text.slice(0, end).split("\n");
  if (first !== header) throw bad(`expected ${header}, found ${show(first)}`);
  const line = extra.startsWith("extra ") ? fromBase64(extra.slice("extra ".length)) : undefined;
  if (line === undefined) throw bad(`expected the entry as "extra" in base64, found ${show(extra)}`);
  const sequence = Number(index.slice("index ".length));
  if (!Number.isSafeInteger(sequence) || sequence < 0 || `index ${sequence}` !== index) {
    throw bad(`expected "index" and a number, found ${show(index)}`);
  }
  const hashes = path.map((encoded) => {
    const hash = fromBase64(encoded);
    if (hash?.length !== 32) throw bad(`expected a hash in base64, found ${show(encoded)}`);
    return hash;
  });
  return { sequence, line, hashes, checkpoint: text.slice(end + 2) };
}

function bad(what: string): EvidenceProblem {
  return new EvidenceProblem("BAD_PROOF", `proof: ${what}`);
}
