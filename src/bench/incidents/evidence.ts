import { fieldAt } from "../../checks/index.ts";
import type { Change, Reference } from "../../faults/index.ts";
import type { KubeObject } from "../../kubernetes/index.ts";
import type { Captured } from "../../snapshot/index.ts";
import type { Plan } from "../../task/index.ts";
import { alertOf, type Harmless } from "./harmless.ts";

/** How long before the end a sound system must have been quiet. */
const quietMs = 15_000;

/**
 * Whether what was done can be found in what was recorded: each cause as an object, each change as a change of it, and
 * something that shows. Whoever answers could not know of anything else. What is lacking, in words; nothing is good.
 */
export function lackingEvidence(
  plan: Plan,
  harmless: readonly Harmless[],
  { recorded, alerts }: Captured,
  brokenAt: number,
): string[] {
  const seen = [...recorded.objects, ...recorded.events];
  const isOf = (object: KubeObject, { kind, namespace = "", name }: Omit<Reference, "apiVersion">) =>
    object.kind === kind && object.metadata.name === name && (object.metadata.namespace ?? "") === namespace;
  const causes = plan.injections.flatMap(({ cause }) => cause);
  const unheard = harmless.flatMap((each) => {
    const raised = alerts.some(({ labels }) => labels.alertname === alertOf(each));
    return raised || alertOf(each) === undefined ? [] : [`${each.what} should raise ${alertOf(each)}, and did not`];
  });
  if (causes.length === 0) {
    const announced = harmless.filter(({ late }) => late).map(alertOf);
    const loud = alerts.filter(
      ({ time, labels: { severity, alertname } }) =>
        time > recorded.to - quietMs && severity === "critical" && !announced.includes(alertname),
    );
    const lines = loud.map(({ labels }) => `nothing is wrong, and yet there is ${JSON.stringify(labels)}`);
    return [...unheard, ...new Set(lines)];
  }
  const shown = plan.injections.map(({ symptom }) => {
    if (symptom.is !== "object shows") return false;
    const field = (object: KubeObject) => fieldAt(object, symptom.path);
    return seen.some(({ object }) => isOf(object, symptom.on) && field(object) !== undefined);
  });
  const loud = new Set(
    alerts.filter(({ activeAt }) => activeAt < brokenAt).map(({ labels }) => JSON.stringify(labels)),
  );
  const fresh = alerts.some(({ activeAt, labels }) => activeAt >= brokenAt && !loud.has(JSON.stringify(labels)));
  const warned = recorded.events.some(({ time, object }) => time >= brokenAt && object.type === "Warning");
  return [
    ...unheard,
    ...causes
      .filter((cause) => !seen.some(({ object }) => isOf(object, cause)))
      .map(({ namespace, kind, name }) => `${kind} ${namespace}/${name} is the cause and was never seen`),
    ...plan.injections
      .flatMap(({ changes }) => changes.flatMap(changed))
      .filter((on) => !seen.some(({ time, type, object }) => type && time >= brokenAt && isOf(object, on)))
      .map(({ kind, namespace, name }) => `${kind} ${namespace ?? ""}/${name} was changed, and no change was seen`),
    ...(fresh || warned || shown.some(Boolean)
      ? []
      : ["no alert, no warning and no object shows that anything is wrong"]),
  ];
}

function changed(change: Change): Reference[] {
  if (change.is === "patch" || change.is === "edit") return [change.on];
  if (change.is === "remove") return [change.object];
  if (change.is === "await rollout") return [];
  const { apiVersion, kind, metadata } = change.object;
  const { name, namespace } = metadata;
  return [{ apiVersion, kind, name, ...(namespace === undefined ? {} : { namespace }) }];
}
