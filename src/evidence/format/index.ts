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
export { keyId, publicKeyObject, rawPublicKey, type Sign, signer, verifyEntrySignature } from "./keys.ts";
export { hashLine, longestLine, noHash, readEntry, writeLine } from "./line.ts";
export { CompactRange, leafHash } from "./merkle.ts";
export { type EvidenceCode, EvidenceProblem } from "./problem.ts";
export { type InclusionProof, parseProof, writeProof } from "./proof-text.ts";
export { isConsistent, proveConsistency, proveInclusion, rootFromInclusion } from "./proofs.ts";
export { partialTiles, type ReadHash, readHashesFromTiles, type Tile, TileTree, tilePath, widthOf } from "./tiles.ts";
