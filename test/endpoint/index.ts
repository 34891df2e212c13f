export { type CliAgent, cliAgents, type Installed, installAgent } from "./agents/install.ts";
export { type AgentRun, runAgent, type Stage } from "./agents/run.ts";
export type { Call, Turn } from "./script.ts";
export { type Endpoint, startEndpoint } from "./server.ts";
