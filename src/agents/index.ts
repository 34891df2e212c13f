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
export { human, nop, replay, type Seat, scripted } from "./plain/index.ts";
export { type Deed, deedOf, type Trajectory, trajectoryOf } from "./trajectory.ts";
