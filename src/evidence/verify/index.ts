export { type ProvenEntry, verifyProof } from "./proof.ts";
export type { Fault, KeyUse, Progress, Verification, VerifyOptions } from "./verification.ts";
export { verifyLog } from "./verify.ts";
