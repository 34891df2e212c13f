import { components } from "../toolchain/index.ts";
import { capabilities } from "./capabilities.ts";
import { cgroups } from "./cgroups.ts";
import type { Finding } from "./finding.ts";
import { kernel } from "./kernel.ts";
import { disk, memory, nodeVersion, operatingSystem, processors, superuser, watches } from "./machine.ts";
import { compiler, component, leftovers, packages } from "./software.ts";

export interface ExamineOptions {
  /** `full` reads every byte of the cached components. */
  readonly look?: "quick" | "full";
  /** Names of clusters that died and were not cleaned up, from whoever keeps the clusters. */
  readonly deadClusters?: readonly string[];
  readonly signal?: AbortSignal;
}

/** Holds every requirement against this machine. Tries things in namespaces of their own; changes nothing. */
export async function examine(options: ExamineOptions = {}): Promise<Finding[]> {
  const list = await components(options.look ?? "quick");
  const built = list.some((item) => item.name === "kubernetes" && item.state === "cached");
  const machine = [operatingSystem(), superuser(), nodeVersion(), processors(), memory(), await disk(built)];
  const software = [compiler(list), ...list.filter((item) => item.name !== "go").map(component)];
  const rest = [...software, ...leftovers(options.deadClusters)];
  // Elsewhere there is no such kernel to look at, and the first finding says what works instead.
  if (process.platform !== "linux") return [...machine, ...rest];
  const linux = [
    ...(await kernel(process.getuid?.() === 0, options.signal)),
    cgroups(),
    watches(),
    ...capabilities(),
    ...packages(),
  ];
  return [...machine, ...linux, ...rest];
}
