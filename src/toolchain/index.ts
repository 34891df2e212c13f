export type { Component, Obtained, Source } from "./component.ts";
export { cacheDirectory } from "./directories.ts";
export { type ObtainOptions, obtain } from "./obtain.ts";
export { ToolchainProblem } from "./problem.ts";
