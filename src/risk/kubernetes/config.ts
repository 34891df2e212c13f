import type { Verb } from "./call.ts";
import { chosen } from "./place.ts";

const looks = new Set(["view", "current-context", "get-contexts", "get-clusters", "get-users", "use", ""]);

/** `kubectl config`: where later commands go. */
export const config: Verb = (call) => {
  const [what = "", name = ""] = call.words;
  const operation = `config ${what}`;
  if (looks.has(what)) return { class: what === "use" ? "unknown" : "read", operation };
  const { variables } = call.scene.at.session;
  if (what === "use-context") variables.set(chosen.context, name);
  const namespace = call.flags.value("namespace");
  if (what === "set-context" && namespace !== undefined) variables.set(chosen.namespace, namespace);
  const target = { system: "kubeconfig", kind: "context", name: name || "*", action: what };
  return { class: what.startsWith("delete") || what === "unset" ? "destroy" : "mutate", operation, targets: [target] };
};
