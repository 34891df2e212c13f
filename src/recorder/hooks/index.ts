export type { AgentName } from "./agents/agent.ts";
export { ownCommand, type Wishes } from "./install/command-line.ts";
export { installedHooks, installHooks, type Place, pathOf, uninstallHooks } from "./install/install.ts";
export { type HookState, hookStates } from "./install/status.ts";
export type { HookScope } from "./install/targets.ts";
export { HookProblem } from "./problem.ts";
export { runHook } from "./run.ts";
export type { HookSettings, Scope } from "./settings.ts";
