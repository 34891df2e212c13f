export { identityOf } from "./alive.ts";
export { connect, machineSocket } from "./connect.ts";
export type { Executed } from "./exec/execute.ts";
export { execute } from "./exec/execute.ts";
export type { Ending } from "./exec/run.ts";
export type { AgentName, HookSettings } from "./hooks/index.ts";
export type { HookScope } from "./hooks/install/index.ts";
export { actorHere, parseActor, traceHere, userHere } from "./identity.ts";
export type {
  Closed,
  ConnectOptions,
  Custody,
  Decision,
  EntrySelection,
  Intent,
  Outcome,
  Pending,
  Prescribed,
  PrescribeOptions,
  Recorded,
  Recorder,
  Refusal,
  Reported,
  Selection,
} from "./model.ts";
export { RecorderProblem } from "./problem.ts";
export { serve } from "./serve.ts";
export { within } from "./shim/launcher.ts";
export type { SkillPlace } from "./skill/index.ts";
export { instructions, instructionsPrompt } from "./skill/text.ts";

/** Rooms of their own, loaded by whoever needs them: a wrapped command shall not wait for hooks. */
export const calls = () => import("./calls/index.ts");
export const hooks = () => import("./hooks/index.ts");
export const hookInstallation = () => import("./hooks/install/index.ts");
export const shims = () => import("./shim/index.ts");
export const skills = () => import("./skill/index.ts");
