export { ownCommand } from "./command-line.ts";
export { installHooks, uninstallHooks } from "./install.ts";
export { type HookState, hookStates } from "./status.ts";
export type { HookScope } from "./targets.ts";
