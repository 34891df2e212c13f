export { attach, destroyCluster, launch, listClusters, localProvider } from "./provider.ts";
export { pruneClusters } from "./prune.ts";
export { keepSpare } from "./spare.ts";
