export { type Anonymised, anonymise, type Source } from "./anonymise/anonymise.ts";
export { type Imported, type ImportOptions, importEvidra } from "./evidra/import.ts";
export { type EvidraFault, type EvidraFaultCode, type EvidraVerification, verifyEvidra } from "./evidra/verify.ts";
export { ExchangeProblem } from "./problem.ts";
