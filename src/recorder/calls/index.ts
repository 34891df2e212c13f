export type { Arguments } from "./arguments.ts";
export { type ProposedCall, proposalOfCall, type ToolClaims } from "./mcp-call.ts";
