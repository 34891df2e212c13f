import {
  attach,
  type Cluster,
  type ClusterRef,
  type ClusterSpec,
  type CreateOptions,
  destroyCluster,
  existingProvider,
  launch,
  listClusters,
} from "../../cluster/index.ts";
import { Problem } from "../../problem/index.ts";
import { components, ensurePackages } from "../../toolchain/index.ts";
import type { OptionSpecs, Values } from "../shell/command.ts";
import { UsageProblem } from "../shell/exit.ts";

export const providerOptions = {
  provider: {
    type: "string",
    value: "local|existing",
    text: "where the cluster is: on this machine, or a part of yours",
  },
  context: { type: "string", value: "NAME", text: "context to use with --provider existing; none is ever guessed" },
  kubeconfig: { type: "string", value: "FILE", text: "kubeconfig with that context; else $KUBECONFIG, ~/.kube/config" },
  "cluster-scope": { type: "boolean", text: "let --provider existing change more than its own namespaces" },
} as const satisfies OptionSpecs;

/** Clusters that outlive a command, wherever they are. */
export interface Clusters {
  up(spec: ClusterSpec, options: CreateOptions): Promise<ClusterRef>;
  attach(name: string): Promise<Cluster>;
  list(): Promise<ClusterRef[]>;
  down(name: string): Promise<void>;
}

export async function clusters(options: Values<typeof providerOptions>): Promise<Clusters> {
  const provider = options.provider ?? (options.context === undefined ? "local" : "existing");
  if (provider === "existing") return existing(options);
  if (provider !== "local") {
    throw new UsageProblem("BAD_OPTION", `--provider: expected local or existing, found "${provider}"`);
  }
  for (const needless of ["context", "kubeconfig", "cluster-scope"] as const) {
    if (!options[needless]) continue;
    throw new UsageProblem("BAD_OPTION", `--${needless}: only for --provider existing`, {
      hint: "add --provider existing, or leave it out",
    });
  }
  return {
    up: async (spec, options) => {
      await requireLocal(options);
      return launch(spec, options);
    },
    attach,
    list: listClusters,
    down: destroyCluster,
  };
}

async function existing(options: Values<typeof providerOptions>): Promise<Clusters> {
  const provider = existingProvider({
    context: options.context,
    kubeconfig: options.kubeconfig,
    clusterScope: options["cluster-scope"],
    tools: await cachedTools(),
  });
  return {
    up: async (spec, options) => {
      const { name } = await provider.create(spec, options);
      const ref = (await provider.list()).find((each) => each.name === name);
      if (!ref) throw new Error(`cluster ${name} was made but is not listed`);
      return ref;
    },
    attach: (name) => provider.attach(name),
    list: () => provider.list(),
    down: (name) => provider.destroy(name),
  };
}

/** Folders of components that are here already; nothing is fetched for a cluster that somebody else runs. */
export async function cachedTools(): Promise<string[]> {
  return (await components()).flatMap(({ directory }) => (directory === undefined ? [] : [directory]));
}

/** Says at once what a local cluster cannot do without, and brings what can be brought. */
export async function requireLocal(options: CreateOptions): Promise<void> {
  const instead = "use a cluster you have: --provider existing --context NAME";
  if (process.platform !== "linux") {
    throw new Problem("MISSING_REQUIREMENT", `local clusters: expected Linux, found ${process.platform}`, {
      hint: instead,
    });
  }
  if (process.getuid?.() !== 0) {
    throw new Problem("MISSING_REQUIREMENT", "local clusters: expected root, found an ordinary user", {
      hint: `run it with sudo, or ${instead}`,
    });
  }
  await ensurePackages(options);
}

/** The named cluster, or the only one there is. */
export async function chooseName(given: string | undefined, target: Clusters): Promise<string> {
  if (given !== undefined) return given;
  const names = (await target.list()).filter((ref) => ref.state === "ready").map((ref) => ref.name);
  const [only, ...others] = names;
  if (only !== undefined && others.length === 0) return only;
  throw new UsageProblem(
    "MISSING_ARGUMENT",
    `expected the name of a cluster, found none and ${names.length} clusters`,
    {
      hint: names.length > 0 ? `name one of: ${names.join(", ")}` : "make one: airworthy cluster up",
    },
  );
}
