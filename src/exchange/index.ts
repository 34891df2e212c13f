export { type Anonymised, anonymise, type Source } from "./anonymise/anonymise.ts";
export { type Imported, type ImportOptions, importEvidra } from "./evidra/import.ts";
export { type EvidraFault, type EvidraFaultCode, type EvidraVerification, verifyEvidra } from "./evidra/verify.ts";
export { attest } from "./in-toto/attest.ts";
export { type Attested, checkEnvelope } from "./in-toto/check.ts";
export type { Envelope } from "./in-toto/envelope.ts";
export { seal, unseal } from "./in-toto/seal.ts";
export { type OtlpOptions, type Sent, sendOtlp } from "./otlp/send.ts";
export { ExchangeProblem } from "./problem.ts";
