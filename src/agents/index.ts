export type {
  Acted,
  Agent,
  AgentInfo,
  Answer,
  Attempt,
  Equipment,
  Prepared,
  Stage,
  Usage,
} from "./contract.ts";
export { type Endpoint, startEndpoint, type Turn } from "./endpoint/index.ts";
export { human, nop, replay, type Seat, scripted } from "./plain/index.ts";
export type { CliAgent } from "./programs/install.ts";
export { type Deed, deedOf, type Trajectory, trajectoryOf } from "./trajectory.ts";

/** Rooms of their own, loaded by whoever needs them: a trial without a model shall not wait for SDKs. */
export const models = () => import("./model/index.ts");
export const endpointScripts = () => import("./endpoint/file.ts");
export const programs = () => import("./programs/index.ts");
export const modelSources = () => import("./sources/index.ts");
