import { programs } from "../../src/agents/index.ts";

export type { CliAgent, Turn } from "../../src/agents/index.ts";
export { runAgent, type Stage } from "./agents/run.ts";
export const { cliAgents, installAgent } = await programs();
