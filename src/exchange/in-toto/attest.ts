import { createPrivateKey } from "node:crypto";
import { readFile } from "node:fs/promises";
import { canonical, type EvidenceLog, type Written } from "../../evidence/index.ts";
import type { Envelope } from "./envelope.ts";
import { seal } from "./seal.ts";
import { statementOf } from "./statement.ts";

/** One entry for tools that know in-toto: a statement about it in an envelope, signed by the key that signs the log now. */
export async function attest(log: Pick<EvidenceLog, "keyPath" | "prove">, written: Written): Promise<Envelope> {
  const proof = await log.prove(written.entry.sequence);
  const privateKey = createPrivateKey(await readFile(log.keyPath));
  const payload = Buffer.from(canonical(statementOf(written, proof)));
  return seal(payload, privateKey);
}
