import { Problem } from "../problem/index.ts";

export class AuditProblem extends Problem<"BAD_AUDIT_LOG"> {}
