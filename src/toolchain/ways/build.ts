import { mkdir, readFile, symlink } from "node:fs/promises";
import { join } from "node:path";
import type { Build } from "../component.ts";
import { compileProgress, moduleProgress } from "../go-progress.ts";
import { runLeashed } from "../leash.ts";
import { ToolchainProblem } from "../problem.ts";
import type { Errand, Way } from "../way.ts";

/** Builds from Go modules whose content the committed go.sum fixes. Works with a module proxy as the only network. */
export const build: Way = {
  source: "build",
  words: (component) => `build from Go modules in ${component.build?.module}`,
  closed: (component) => (component.build ? undefined : "no Go module of ours builds it"),
  async fetch(errand) {
    const { component } = errand;
    if (!component.build) throw new ToolchainProblem("WAY_CLOSED", `${component.name}: no build recipe`);
    const go = (await errand.obtain("go")).bin.go ?? "go";
    const job = new GoJob(errand, component.build, go);
    await job.downloadModules();
    await job.compile(await job.packagesToCompile());
    for (const program of component.programs) {
      if (program !== component.build.output) await symlink(component.build.output, join(errand.into, "bin", program));
    }
    return undefined;
  },
};

class GoJob {
  readonly #errand: Errand;
  readonly #build: Build;
  readonly #go: string;
  readonly #module: string;

  constructor(errand: Errand, recipe: Build, go: string) {
    this.#errand = errand;
    this.#build = recipe;
    this.#go = go;
    this.#module = join(errand.root, recipe.module);
  }

  /** Fetches what the module cache lacks, by asking for the list of packages, which needs exactly those. */
  async downloadModules(): Promise<void> {
    const sums = await readFile(join(this.#module, "go.sum"), "utf8").catch(() => "");
    const progress = moduleProgress(this.#errand, sums);
    await this.#run(["list", "-deps", "-x", ...this.#flags(), this.#target()], progress.line);
    progress.done();
  }

  /** Those that the compiler's own cache does not hold already: the measure of what is left to do. */
  async packagesToCompile(): Promise<number> {
    let stale = 0;
    await this.#run(
      ["list", "-deps", "-f", "{{if .Stale}}stale{{end}}", ...this.#flags(), this.#target()],
      (line, stream) => {
        if (stream === "stdout" && line === "stale") stale += 1;
      },
    );
    return stale;
  }

  async compile(total: number): Promise<void> {
    const bin = join(this.#errand.into, "bin");
    await mkdir(bin);
    const variables = Object.entries(this.#build.variables ?? {}).map(([name, value]) => `-X ${name}=${value}`);
    const output = join(bin, this.#build.output);
    const progress = compileProgress(this.#errand, total);
    const ldflags = ["-s", "-w", ...variables].join(" ");
    await this.#run(
      ["build", "-v", ...this.#flags(), "-ldflags", ldflags, "-o", output, this.#target()],
      progress.line,
    );
    progress.done();
  }

  #flags(): string[] {
    const tags = this.#build.tags?.length ? ["-tags", this.#build.tags.join(",")] : [];
    // -trimpath: the same bytes wherever the checkout lies.
    return ["-trimpath", "-buildvcs=false", "-mod=readonly", ...tags];
  }

  #target(): string {
    return this.#build.package ?? ".";
  }

  async #run(args: string[], onLine: (line: string, stream: "stdout" | "stderr") => void): Promise<void> {
    const { log, signal, component } = this.#errand;
    log.line(`$ go ${args.join(" ")}`);
    const code = await runLeashed(this.#go, args, {
      cwd: this.#module,
      signal,
      // A user's GOFLAGS or workspace must not change what comes out. CGO off: no C compiler needed, static binaries.
      env: { ...process.env, CGO_ENABLED: "0", GOFLAGS: "", GOWORK: "off" },
      onLine(line, stream) {
        if (stream === "stderr") log.line(line);
        onLine(line, stream);
      },
    });
    if (code === 0) return;
    throw new ToolchainProblem(
      "BUILD_FAILED",
      `build ${component.name} ${component.version}: go ${args[0]} ended with exit code ${code}\n${log.tail()}`,
      { hint: `the whole log: ${log.path}` },
    );
  }
}
