import { join } from "node:path";
import type { Binaries } from "../../images/index.ts";
import { obtain } from "../../toolchain/index.ts";
import type { ClusterSpec, CreateOptions } from "../provider.ts";
import { addonImages } from "./apply-addons.ts";
import { prepareStore } from "./image-store.ts";

/** What is made once on a machine and used by every cluster of a kind. */
export interface Supplies {
  /** The folder of Kubernetes' programs. */
  readonly tools: string;
  readonly binaries: Binaries;
  /** The folder of the unpacked images. */
  readonly store: string;
}

/**
 * Brings what a cluster like this cannot begin without: programs and images. The first time that takes minutes, and later
 * next to nothing; so whoever is about to make clusters out of sight does this before, in sight.
 */
export async function bringSupplies(spec: Omit<ClusterSpec, "name">, options: CreateOptions): Promise<Supplies> {
  const { directory: tools } = await obtain("kubernetes", options);
  const hasIngress = spec.addons.includes("ingress") || spec.profile === "k3s";
  const binaries = {
    kube: join(tools, "kube"),
    ...(hasIngress ? { traefik: join((await obtain("traefik", options)).directory, "traefik") } : {}),
  };
  if (spec.nodes.some(({ simulated }) => simulated)) await obtain("kwok", options);
  const needed = [...addonImages({ name: "any", ...spec }), ...(spec.images ?? [])];
  return { tools, binaries, store: await prepareStore({ tools, binaries, needed, ...options }) };
}
