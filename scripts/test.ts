import { globSync } from "node:fs";
import { relative } from "node:path";
import { finished } from "node:stream/promises";
import { run } from "node:test";
import { spec } from "node:test/reporters";
import { fileURLToPath } from "node:url";
import { type Counts, check, heading } from "./check.ts";
import { removeSharedCluster, setUp } from "./prepare.ts";

const clusters = ["test/cluster/**/*.test.ts", "test/sandbox/**/*.test.ts"];

const onCluster = (name: string) => `test/cluster/${name}.test.ts`;

/** In namespaces of the shared cluster, each in its own. They mostly wait; who waits longest comes first. */
const waiting = ["network-policy", "workloads", "autoscaling", "audit", "authority"]
  .concat("images", "kubectl", "limits", "services", "storage")
  .map(onCluster);

/** Who counts what is left on the machine, stops what runs on it, or takes all that it can get. */
const alone = ["isolation", "local-contract", "teardown"]
  .map(onCluster)
  .concat("test/sandbox/leftovers.test.ts", "test/sandbox/limits.test.ts");

const commands = ["test/cli/**/*.test.ts"];

/** Rooms first, then what spans rooms, then what needs a cluster: the cheapest news comes first. */
const phases = [
  { title: "architecture", patterns: ["test/architecture.test.ts"], concurrency: 1 },
  { title: "unit tests", patterns: [...commands, "src/**/*.test.ts"], concurrency: 2 },
  // Whatever is in none of the others: a new folder of tests is found by itself.
  {
    title: "tests across rooms",
    patterns: ["test/*/**/*.test.ts"],
    except: [...commands, ...clusters],
    concurrency: 2,
  },
  { title: "tests on one cluster", patterns: waiting, concurrency: 2, cluster: true },
  // A cluster that starts keeps both cores of a small machine busy; one that is worked in mostly waits.
  {
    title: "tests on clusters of their own",
    patterns: clusters,
    except: [...waiting, ...alone],
    concurrency: 2,
    cluster: true,
  },
  { title: "tests that have the machine for themselves", patterns: alone, concurrency: 1, cluster: true },
];

// Each file of tests is a process of its own, and they load much the same: what one has compiled the next need not.
process.env.NODE_COMPILE_CACHE ??= fileURLToPath(new URL("../node_modules/.cache/compile", import.meta.url));

const execArgv = process.env.CI ? ["--import", new URL("./same-seed.ts", import.meta.url).href] : [];

async function runTests(files: readonly string[], concurrency: number): Promise<Counts> {
  const stream = run({ files: [...files], concurrency, isolation: "process", execArgv });
  let counts: Counts = { passed: 0, failed: 1 };
  const took: { readonly file: string; readonly seconds: number }[] = [];
  stream.on("test:summary", (summary) => {
    if (summary.file !== undefined) {
      took.push({ file: relative(process.cwd(), summary.file), seconds: summary.duration_ms / 1_000 });
      return;
    }
    const { tests, passed, skipped, todo } = summary.counts;
    // Whatever did not pass and was not left out on purpose failed, be it by assertion, crash or cancellation.
    counts = { passed, failed: tests - passed - skipped - todo };
  });
  const report = stream.compose(spec);
  report.pipe(process.stdout, { end: false });
  await finished(report);
  // Where the time goes, for whoever wants the whole to take less of it.
  const longest = took.toSorted((a, b) => b.seconds - a.seconds).filter(({ seconds }) => seconds > 10);
  for (const { file, seconds } of longest) console.log(`${seconds.toFixed(0).padStart(4)} s  ${file}`);
  return counts;
}

async function proveTree(): Promise<Counts[]> {
  const results = [await check()];
  heading("set-up");
  const obstacle = await setUp();
  for (const { title, patterns, except = [], concurrency, cluster } of phases) {
    const files = patterns.flatMap((pattern) => globSync(pattern, { exclude: except }).sort());
    heading(`${title} (${files.length} files)`);
    if (cluster && obstacle !== undefined) console.log(`not run: ${obstacle}`);
    else results.push(await runTests(files, concurrency));
  }
  return results;
}

async function runSome(wanted: readonly string[]): Promise<Counts[]> {
  const files = globSync(wanted.map((path) => (path.endsWith(".ts") ? path : `${path}/**/*.test.ts`))).sort();
  if (files.length === 0) throw new Error(`no tests in ${wanted.join(", ")}`);
  return [await runTests(files, 1)];
}

/** `npm test` proves the tree; `npm test -- src/cli` runs only the tests in there. */
async function main(wanted: readonly string[]): Promise<number> {
  const needsClusters = wanted.length === 0 || wanted.some((path) => path.startsWith("test/cluster"));
  let results: Counts[];
  try {
    results = await (wanted.length === 0 ? proveTree() : runSome(wanted));
  } finally {
    if (needsClusters) await removeSharedCluster();
  }
  const passed = results.reduce((sum, counts) => sum + counts.passed, 0);
  const failed = results.reduce((sum, counts) => sum + counts.failed, 0);
  console.log(`\n${passed} passed, ${failed} failed`);
  return failed === 0 && passed > 0 ? 0 : 1;
}

process.exitCode = await main(process.argv.slice(2));
