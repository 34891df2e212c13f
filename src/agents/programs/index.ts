export { commandAgent } from "../command/index.ts";
export { withoutInstalling } from "../opencode/index.ts";
export { type CliAgent, cliAgents, installAgent } from "./install.ts";
export { agentOf, modelOf } from "./named.ts";
