export { stateDirectory } from "./paths.ts";
export { attach, destroyCluster, launch, listClusters, localProvider } from "./provider.ts";
export { pruneClusters } from "./prune.ts";
export { isAlive, type ProcessRef, refTo, toolsInUse } from "./record.ts";
export { keepSpare } from "./spare.ts";
export { pruneStores } from "./stores.ts";
export { bringSupplies } from "./supplies.ts";
