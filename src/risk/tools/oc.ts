import type { Look, Result, Scene } from "../scene.ts";
import { kubectl } from "./kubectl.ts";

const reads = new Set("status whoami projects project login-status types policy-who-can".split(" "));
const mutates = new Set(
  "new-app new-build new-project start-build cancel-build import-image tag secrets idle login logout import image route set-env".split(
    " ",
  ),
);

/** What OpenShift has beyond kubectl. */
export const oc: Look = async (words, scene) => {
  const plain = words.slice(1).filter((word) => !word.startsWith("-"));
  const [verb = "", second = "", ...rest] = plain;
  if (verb === "rsh") return inPod(words, scene);
  if (verb === "adm" && second === "policy") return policy(rest, words, scene);
  if (verb === "adm" && ["drain", "cordon", "uncordon", "taint", "top"].includes(second)) {
    return kubectl(["kubectl", ...words.slice(1).filter((word) => word !== "adm")], scene);
  }
  if (verb === "project" && second !== "") return changing("mutate", `project ${second}`, words, scene);
  if (verb === "delete-project") return changing("destroy", verb, words, scene);
  if (reads.has(verb)) return changing("read", verb, words, scene);
  if (mutates.has(verb)) return changing("mutate", verb, words, scene);
  return kubectl(["kubectl", ...words.slice(1)], scene);
};

function changing(kind: Result["class"], operation: string, words: readonly string[], scene: Scene): Result {
  const target = { system: "kubernetes", kind: "*", name: "*", action: operation };
  const targets = kind === "read" ? [] : [target];
  scene.add({ tool: "oc", operation, class: kind, words, flags: new Map(), targets });
  return { class: kind };
}

/** `oc rsh pod cmd` is `kubectl exec pod -- cmd`. */
function inPod(words: readonly string[], scene: Scene): Promise<Result> {
  const at = words.indexOf("rsh");
  const [pod = "*", ...command] = words.slice(at + 1).filter((word) => word !== "--");
  return kubectl(["kubectl", ...words.slice(1, at), "exec", pod, "--", ...command], scene);
}

/** `oc adm policy add-cluster-role-to-user cluster-admin jo` is a ClusterRoleBinding. */
function policy(rest: readonly string[], words: readonly string[], scene: Scene): Promise<Result> | Result {
  const [what = "", role = "*", ...subjects] = rest;
  const [, cluster, kind] = /^add-(cluster-)?role-to-(user|group)$/.exec(what) ?? [];
  if (kind === undefined) return changing(what === "who-can" ? "read" : "mutate", `adm policy ${what}`, words, scene);
  const binding = cluster === undefined ? "rolebinding" : "clusterrolebinding";
  const given = subjects.flatMap((name) => [`--${kind}`, name]);
  const namespace = words.flatMap((word, at) => (word === "-n" ? ["-n", words[at + 1] ?? "*"] : []));
  return kubectl(["kubectl", "create", binding, role, `--clusterrole=${role}`, ...given, ...namespace], scene);
}
