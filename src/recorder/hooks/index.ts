export type { AgentName } from "./agents/agent.ts";
export { HookProblem } from "./problem.ts";
export { runHook } from "./run.ts";
export type { HookSettings, Scope } from "./settings.ts";
