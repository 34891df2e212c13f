export { assess } from "./assess.ts";
export { type RiskConfig, readConfig } from "./config.ts";
export { explain } from "./explain.ts";
export { gather, type Surroundings } from "./gather.ts";
export type { Answer, Assessment, Document, Materials, Operation, PackedDocument, Proposal, Want } from "./model.ts";
export { mayChange } from "./operation-class.ts";
export { RiskProblem } from "./problem.ts";
export { understand } from "./understand.ts";
