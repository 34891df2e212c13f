export { clientFor, type ExistingOptions, type ExistingProvider, existingProvider } from "./existing/index.ts";
export {
  attach,
  bringSupplies,
  destroyCluster,
  isAlive,
  keepSpare,
  launch,
  listClusters,
  localProvider,
  type ProcessRef,
  pruneClusters,
  pruneStores,
  refTo,
  stateDirectory,
  toolsInUse,
} from "./local/index.ts";
export { ClusterProblem } from "./problem.ts";
export type {
  Addon,
  Capability,
  Cluster,
  ClusterProvider,
  ClusterRef,
  ClusterSpec,
  Command,
  CreateOptions,
  Identity,
  IdentityRequest,
  NodeSpec,
  PolicyRule,
} from "./provider.ts";
export { checkSpec, defaultSpec } from "./spec.ts";
