export { type ExamineOptions, examine } from "./examine.ts";
export type { Finding } from "./finding.ts";
