export { identityOf } from "./alive.ts";
export { connect, machineSocket } from "./connect.ts";
export type { Ending } from "./exec/run.ts";
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
export type { ServeOptions } from "./socket/service.ts";
