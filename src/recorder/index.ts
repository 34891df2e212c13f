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
