import type { Change, Reference, Symptom } from "../../faults/index.ts";
import type { Plan } from "../plan.ts";
import { inNamespace, jsonPath, printed, resourceOf, word, words } from "./shell.ts";

/** A change for sh and kubectl; objects come as files. */
export function changeScript(change: Change, file: (object: object) => string): string {
  if (change.is === "apply") {
    return words("kubectl", "apply", "--server-side", "--force-conflicts", "-f", file(change.object));
  }
  if (change.is === "remove") return words(...kubectl(change.object, "delete"), "--wait=false");
  if (change.is === "await rollout") {
    const { kind, name, namespace } = change.on;
    return `${words("kubectl", ...inNamespace(namespace), "rollout", "status", `${kind.toLowerCase()}/${name}`, "--timeout=60s")} || true`;
  }
  if (change.is === "patch") {
    const body = JSON.stringify(change.body);
    return words(...kubectl(change.on, "patch"), `--type=${change.type ?? "strategic"}`, "-p", body);
  }
  const path = JSON.stringify(change.field.split("."));
  const filter =
    'if getpath($path) | contains($find) then setpath($path; getpath($path) | split($find) | join($put)) else error("not there") end';
  const jq = words("jq", "--argjson", "path", path, "--arg", "find", change.find, "--arg", "put", change.put, filter);
  return `${words(...kubectl(change.on, "get"), "-o", "json")} | ${jq} | kubectl replace -f -`;
}

/** A condition for sh that is true while the symptom shows. */
export function symptomTest(symptom: Symptom, { blueprint }: Plan, journeys: ReadonlyMap<string, string>): string {
  if (symptom.is === "none") return "true";
  if (symptom.is === "journey fails") return `! ${journeys.get(symptom.journey) ?? "false"}`;
  if (symptom.is === "object shows") {
    const shown = `$(${words(...kubectl(symptom.on, "get"), "-o", `jsonpath=${jsonPath(symptom.path)}`)})`;
    return symptom.value === undefined ? `[ -n "${shown}" ]` : `[ "${shown}" = ${word(printed(symptom.value))} ]`;
  }
  const part = blueprint.parts[symptom.part];
  const { namespace = "", labels = {}, kind = "Deployment", name = "" } = part ?? {};
  if (symptom.is === "pods wait") {
    const selector = Object.entries(labels).map((pair) => pair.join("="));
    const pods = words(
      "kubectl",
      "-n",
      namespace,
      "get",
      "pods",
      "-l",
      selector.join(","),
      "-o",
      "jsonpath={.items[*].status}",
    );
    return `${pods} | grep -q ${word(`"${symptom.reason}"`)}`;
  }
  const ready = words(
    "kubectl",
    "-n",
    namespace,
    "get",
    kind.toLowerCase(),
    name,
    "-o",
    "jsonpath={.status.readyReplicas}",
  );
  return `[ "$(${ready})" != ${part?.replicas ?? 1} ]`;
}

function kubectl({ apiVersion, kind, namespace, name }: Reference, verb: string): string[] {
  return ["kubectl", ...inNamespace(namespace), verb, resourceOf(apiVersion, kind), name];
}
