export { pruneRoots } from "./image-root.ts";
export type {
  ExecOptions,
  Executed,
  Forward,
  Limits,
  Mount,
  Sandbox,
  SandboxFile,
  SandboxOptions,
  Tool,
  Why,
} from "./model.ts";
export { openSandbox } from "./open.ts";
export { SandboxProblem } from "./problem.ts";
export { sweepSandboxes } from "./slots.ts";
