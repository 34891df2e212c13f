import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { News } from "../../process/index.ts";
import type { Component } from "../component.ts";
import { go } from "../components/go.ts";
import { obtain, type Shelf } from "../obtain.ts";

export const tiny: Component = {
  name: "tiny",
  version: "1.0.0",
  purpose: "says hello",
  programs: ["tiny", "tiny-too"],
  build: { module: "tiny", output: "tiny", variables: { "main.greeting": "hello" } },
};

const source = `package main

import "os"

var greeting = "nothing"

func main() { os.Stdout.WriteString(greeting + "\\n") }
`;

/** A place with a cache of its own, a small Go module, and a compiler that counts its builds and can be held up. */
export interface Workbench extends Disposable {
  readonly folder: string;
  readonly shelf: Shelf;
  readonly env: NodeJS.ProcessEnv;
  readonly news: News[];
  /** How many times the compiler was asked to build. */
  builds(): number;
  /** The process ids of those builds. */
  builders(): number[];
  /** Builds wait until the returned function is called. */
  holdBuilds(): () => void;
  get(name?: string, signal?: AbortSignal): ReturnType<typeof obtain>;
  /** The same in a process of its own. */
  getElsewhere(): ChildProcess;
}

export async function workbench(component: Component = tiny): Promise<Workbench> {
  // The real compiler, however this machine gets it; the cache it comes from is the user's.
  const compiler = (await obtain("go", { report: () => {} })).bin.go ?? "";
  const folder = mkdtempSync(join(tmpdir(), "airworthy-workbench-"));
  mkdirSync(join(folder, "tiny"));
  writeFileSync(join(folder, "tiny", "go.mod"), "module example.org/tiny\n\ngo 1.26\n");
  writeFileSync(join(folder, "tiny", "go.sum"), "");
  writeFileSync(join(folder, "tiny", "main.go"), source);
  const bin = join(folder, "path");
  mkdirSync(bin);
  const [count, gate] = [join(folder, "builds"), join(folder, "gate")];
  const wait = `echo $$ >> '${count}'; while [ -e '${gate}' ]; do sleep 0.05; done`;
  writeFileSync(join(bin, "go"), `#!/bin/sh\nif [ "$1" = build ]; then ${wait}; fi\nexec '${compiler}' "$@"\n`);
  chmodSync(join(bin, "go"), 0o755);

  const before = { ...process.env };
  // Go keeps its own cache below XDG_CACHE_HOME too; without it every test would compile the standard library.
  const GOCACHE = execFileSync(compiler, ["env", "GOCACHE"], { encoding: "utf8" }).trim();
  const env = { ...before, GOCACHE, XDG_CACHE_HOME: join(folder, "cache"), PATH: `${bin}:${before.PATH}` };
  Object.assign(process.env, env);
  const shelf: Shelf = { components: [component, go], root: folder };
  const news: News[] = [];
  const builders = () => (existsSync(count) ? readFileSync(count, "utf8").trim().split("\n").map(Number) : []);
  return {
    folder,
    shelf,
    env,
    news,
    builders,
    builds: () => builders().length,
    holdBuilds() {
      writeFileSync(gate, "");
      return () => rmSync(gate, { force: true });
    },
    get: (name = component.name, signal) => obtain(name, { report: (item) => news.push(item), signal }, shelf),
    getElsewhere: () =>
      spawn(process.execPath, [join(import.meta.dirname, "obtain-elsewhere.ts"), folder], {
        env,
        stdio: ["ignore", "pipe", "inherit"],
      }),
    [Symbol.dispose]() {
      process.env.XDG_CACHE_HOME = before.XDG_CACHE_HOME;
      if (before.XDG_CACHE_HOME === undefined) delete process.env.XDG_CACHE_HOME;
      process.env.PATH = before.PATH;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
