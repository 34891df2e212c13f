import { join } from "node:path";
import type { Report } from "../process/index.ts";
import { obtain } from "../toolchain/index.ts";
import { commandLine } from "./command-line.ts";
import type { Bind } from "./layout.ts";
import type { SandboxFile, Tool } from "./model.ts";

/** What a sandbox needs so that a program is there. */
interface Offered {
  readonly binds: readonly Bind[];
  readonly files: readonly SandboxFile[];
}

interface Options {
  readonly report: Report;
  readonly signal: AbortSignal;
}

export async function offer(tools: readonly Tool[], options: Options): Promise<Offered> {
  const offered = await Promise.all([...new Set(tools)].map((tool) => ways[tool](options)));
  return { binds: offered.flatMap(({ binds }) => binds), files: offered.flatMap(({ files }) => files) };
}

const ours = "/opt/airworthy";

const ways: Readonly<Record<Tool, (options: Options) => Promise<Offered>>> = {
  helm: async (options) => {
    const { directory } = await obtain("helm", options);
    return { binds: [{ source: join(directory, "helm"), target: "/usr/local/bin/helm", kind: "file" }], files: [] };
  },
  airworthy: async () => ({
    binds: [
      { source: await commandLine(), target: ours, kind: "directory" },
      { source: process.execPath, target: `${ours}/node`, kind: "mounted" },
    ],
    files: [
      {
        path: "/usr/local/bin/airworthy",
        content: `#!/bin/sh\nexec ${ours}/node ${ours}/bin/airworthy.cjs "$@"\n`,
        mode: 0o755,
      },
    ],
  }),
};
