export { type Authority, type Judgement, judgeAuthority, type Rule } from "./authority.ts";
export { type AuditEvent, readAudit, tailAudit } from "./event.ts";
export { changedFields } from "./fields.ts";
export { writesOf } from "./follow.ts";
export { isAtOrBelow } from "./paths.ts";
export { AuditProblem } from "./problem.ts";
export { notingReads, type Read } from "./read.ts";
export { type FieldChange, isWrite, type Write } from "./write.ts";
