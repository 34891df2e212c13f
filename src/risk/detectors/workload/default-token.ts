import type { Detector } from "../../model.ts";
import { inObjects } from "../shared/objects.ts";
import { inPods } from "../shared/pods.ts";
import { textOf } from "../shared/values.ts";

const ofPods = inPods(({ spec, partial, field }) => {
  if (partial || spec.automountServiceAccountToken === false) return undefined;
  const account = textOf(spec.serviceAccountName) ?? textOf(spec.serviceAccount) ?? "default";
  if (account !== "default") return undefined;
  const because = "the pod carries the token of the default service account, with whatever anybody ever granted to it";
  return { field: field("automountServiceAccountToken"), because };
});

const ofAccounts = inObjects(["ServiceAccount"], ({ name, value, label }) => {
  if (name !== "default" || value.automountServiceAccountToken !== true) return undefined;
  const because = "every pod of the namespace that names no account gets a token of this one";
  return { field: `${label}: automountServiceAccountToken`, because, level: "medium" };
});

export const defaultToken: Detector = {
  tag: "k8s.default-token",
  level: "low",
  summary: "the token of the default service account mounted into pods",
  advice: "Set automountServiceAccountToken: false, or give the workload a service account of its own.",
  detect: (operation) => [...ofPods(operation), ...ofAccounts(operation)],
};
