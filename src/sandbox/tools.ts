import { join } from "node:path";
import type { Report } from "../process/index.ts";
import { obtain } from "../toolchain/index.ts";
import type { Bind } from "./layout.ts";
import type { Tool } from "./model.ts";

interface Offered {
  readonly binds: readonly Bind[];
  readonly env: Readonly<Record<string, string>>;
}

/** What the sandbox sees of the host so that these programs are there. */
export async function toolBinds(
  tools: readonly Tool[],
  options: { report: Report; signal: AbortSignal },
): Promise<Offered> {
  const offered = await Promise.all([...new Set(tools)].map((tool) => ways[tool](options)));
  return { binds: offered.flatMap(({ binds }) => binds), env: Object.assign({}, ...offered.map(({ env }) => env)) };
}

const ways: Readonly<Record<Tool, (options: { report: Report; signal: AbortSignal }) => Promise<Offered>>> = {
  helm: async (options) => {
    const { directory } = await obtain("helm", options);
    return { binds: [{ source: join(directory, "helm"), target: "/usr/local/bin/helm", kind: "file" }], env: {} };
  },
  airworthy: async () => ({ binds: [], env: {} }),
};
