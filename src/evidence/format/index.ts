export { canonical } from "./canonical.ts";
export {
  type Checkpoint,
  openCheckpoint,
  parseCheckpoint,
  type SignedCheckpoint,
  signerOfCheckpoint,
  writeCheckpoint,
} from "./checkpoint.ts";
export type * from "./entry.ts";
export { newId } from "./id.ts";
export { keyId, type Sign, signer } from "./keys.ts";
export { hashLine, longestLine, noHash, readEntry, verifyEntrySignature, writeLine } from "./line.ts";
export { CompactRange, leafHash } from "./merkle.ts";
export { type EntryPlace, type PreparedEntry, prepareEntry } from "./prepare.ts";
export { type EvidenceCode, EvidenceProblem } from "./problem.ts";
export { type InclusionProof, parseProof, writeProof } from "./proof-text.ts";
export { isConsistent, proveConsistency, proveInclusion, rootFromInclusion } from "./proofs.ts";
export { publicKeyObject, rawPublicKey, readPublicKey } from "./public-key.ts";
export { partialTiles, type ReadHash, readHashesFromTiles, type Tile, TileTree, tilePath, widthOf } from "./tiles.ts";
