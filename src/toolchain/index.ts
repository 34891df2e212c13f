export type { Obtained, Source } from "./component.ts";
export { cacheDirectory } from "./directories.ts";
export { components, type Listing } from "./listing.ts";
export { type ObtainOptions, obtain } from "./obtain.ts";
export {
  ensurePackages,
  installCommand,
  lacking,
  missingPackages,
  type SystemPackage,
  systemPackages,
  thisMachine,
} from "./packages.ts";
export { ToolchainProblem } from "./problem.ts";
export { pruneComponents } from "./prune.ts";
