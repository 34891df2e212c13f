export { type CliAgent, cliAgents, installAgent } from "./install.ts";
