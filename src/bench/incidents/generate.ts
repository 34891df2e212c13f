import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { travel } from "../../checks/index.ts";
import type { Cluster } from "../../cluster/index.ts";
import { carryOut, shows } from "../../faults/index.ts";
import { messageOf } from "../../problem/index.ts";
import { type Report, until } from "../../process/index.ts";
import { capture, writeCapture } from "../../snapshot/index.ts";
import { deploy, makeNamespaces } from "../deploy.ts";
import { BenchProblem } from "../problem.ts";
import { lackingEvidence } from "./evidence.ts";
import { harmlessChanges } from "./harmless.ts";
import { namespacesOf, planOfRecipe, type Recipe } from "./recipe.ts";
import { deployCollector, instrumented } from "./telemetry.ts";
import { truthOfPlan, writtenTruth } from "./truth.ts";

export interface Generated {
  readonly name: string;
  readonly path: string;
  readonly bytes: number;
  readonly alerts: number;
  readonly spans: number;
  /** Nothing of it is left in the cluster. */
  readonly clean: boolean;
}

/** How long before the end something begins that outlasts it: long enough for an alert. */
const lateSeconds = 25;

/** Makes one incident in a cluster, under load, and freezes it with its ground truth. The cluster is left as it was. */
export async function generate(
  cluster: Cluster,
  recipe: Recipe,
  { into, report, signal }: { readonly into: string; readonly report: Report; readonly signal: AbortSignal },
): Promise<Generated> {
  const plan = planOfRecipe(recipe);
  const say = (note: string) => report({ step: recipe.name, state: "running", note });
  say("the system and its users");
  const blueprint = instrumented(plan.blueprint, await deployCollector(cluster, signal));
  const namespaces = namespacesOf(blueprint);
  try {
    await makeNamespaces(cluster, blueprint, signal);
    await deploy(cluster, blueprint, signal);
    for (const journey of blueprint.memory.write) await travel(cluster, journey, signal).catch(() => {});
    await using recording = await capture(cluster.client, { namespaces, signal });
    say("an ordinary day");
    await sleep(recipe.seconds.before * 500, undefined, { signal });
    const ordinary = async (late: boolean) => {
      for (const each of recipe.harmless.filter((one) => (one.late ?? false) === late)) {
        for (const change of harmlessChanges(each, plan.blueprint)) await carryOut(cluster, change, signal);
      }
    };
    await ordinary(false);
    await sleep(recipe.seconds.before * 500, undefined, { signal });
    const brokenAt = Date.now();
    say(recipe.faults.length === 0 ? "and it stays one" : "something breaks");
    for (const { changes } of plan.injections) for (const change of changes) await carryOut(cluster, change, signal);
    for (const symptom of plan.symptoms) {
      const visible = () => shows(cluster, blueprint, symptom, signal).catch(() => false);
      if (await until(visible, { deadlineMs: 90_000, everyMs: 500, signal })) continue;
      throw new BenchProblem("NOT_BROKEN", `${recipe.name}: expected within 90 s: ${JSON.stringify(symptom)}`);
    }
    const late = recipe.harmless.some((each) => each.late) ? lateSeconds : 0;
    await sleep(Math.max(0, recipe.seconds.after - late) * 1_000, undefined, { signal });
    await ordinary(true);
    await sleep(late * 1_000, undefined, { signal });
    const captured = await recording.finish();
    const { incomplete } = captured.recorded;
    if (incomplete)
      throw new BenchProblem("NOT_HEALTHY", `${recipe.name}: the cluster went away: ${incomplete.reason}`);
    const lacking = lackingEvidence(plan, recipe.harmless, captured, brokenAt);
    if (lacking.length > 0) {
      throw new BenchProblem("NO_EVIDENCE", `${recipe.name}: ${lacking.join("; ")}`);
    }
    const labels = new Map([
      ["truth/ground_truth.yaml", Buffer.from(writtenTruth(truthOfPlan(plan)))],
      ["truth/incident.json", Buffer.from(`${JSON.stringify({ ...recipe, brokenAt: new Date(brokenAt) })}\n`)],
    ]);
    const path = join(into, `${recipe.name}.tar.zst`);
    const bytes = await writeCapture(path, captured, labels);
    say("the cluster as it was");
    const clean = await removeNamespaces(cluster, namespaces, signal);
    report({ step: recipe.name, state: "done" });
    const { alerts, recorded } = captured;
    return { name: recipe.name, path, bytes, alerts: alerts.length, spans: recorded.spans.length, clean };
  } catch (thrown) {
    signal.throwIfAborted();
    report({ step: recipe.name, state: "failed", note: messageOf(thrown) });
    throw thrown;
  }
}

/** And waits until they are gone, with all that is in them: the next incident has nothing to do with this one. */
async function removeNamespaces(cluster: Cluster, names: readonly string[], signal: AbortSignal): Promise<boolean> {
  const path = (name: string) => `/api/v1/namespaces/${name}`;
  await Promise.all(names.map((name) => cluster.client.remove(path(name), signal).catch(() => {})));
  const gone = async () => {
    const left = await Promise.all(names.map((name) => cluster.client.find(path(name), signal)));
    return left.every((each) => each === undefined);
  };
  return (await until(gone, { deadlineMs: 90_000, everyMs: 500, signal })) === true;
}
