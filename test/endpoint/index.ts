export {
  type CliAgent,
  cliAgents,
  type Endpoint,
  installAgent,
  startEndpoint,
  type Turn,
} from "../../src/agents/index.ts";
export { type AgentRun, runAgent, type Stage } from "./agents/run.ts";
