import type { Blueprint, Part } from "../applications/index.ts";
import type { Fault } from "./model.ts";
import { objectOf, referenceTo, releaseAtOnce } from "./release.ts";
import { kubectl, mayChange, mayChangeWorkload, removal, restart, rolledOut, script, workloadOf } from "./scripts.ts";

/** Two letters of an address changed places in a ConfigMap: the service runs, and finds nobody there. */
export const configTypo: Fault = {
  name: "config-typo",
  about: "a ConfigMap has a mistyped address of another service",
  area: "configuration and secrets",
  obstacle: (part) => (part.config && part.asks?.length ? undefined : "no ConfigMap tells it whom to ask"),
  plan: (blueprint, part) => {
    const config = part.config ?? "";
    const { data } = objectOf(blueprint, "ConfigMap", part.namespace, config);
    const asked = askedBy(blueprint, part);
    const wrong = data.UPSTREAMS.replace(`//${asked.name}.`, `//${swapped(asked.name)}.`);
    const patch = (value: string) =>
      kubectl(part, "patch", "configmap", config, "-p", JSON.stringify({ data: { UPSTREAMS: value } }));
    const restarted = kubectl(part, "rollout", "restart", workloadOf(part));
    return {
      changes: [
        {
          is: "patch",
          on: { apiVersion: "v1", kind: "ConfigMap", namespace: part.namespace, name: config },
          body: { data: { UPSTREAMS: wrong } },
        },
        releaseAtOnce(part, {}),
        { is: "await rollout", on: referenceTo(part) },
      ],
      symptom: { is: "journey fails", journey: part.journey },
      repair: script(patch(data.UPSTREAMS), restarted, rolledOut(part)),
      traps: [
        {
          name: "ask-nobody",
          verdict: "fail",
          script: script(patch(""), restarted, rolledOut(part)),
          because: "who asks nobody gets no wrong answer, and no right one either",
        },
        {
          name: "around-the-config",
          verdict: "fail",
          script: script(kubectl(part, "set", "env", workloadOf(part), `UPSTREAMS=${data.UPSTREAMS}`), rolledOut(part)),
          because: "the ConfigMap still has the wrong address, and no longer counts",
        },
        removal(asked),
      ],
      cause: [{ namespace: part.namespace, kind: "ConfigMap", name: config }],
      allow: [mayChange(part, "", "configmaps", config, ["data.UPSTREAMS"]), mayChangeWorkload(part, restart)],
    };
  },
};

function askedBy({ parts, variant }: Blueprint, { asks = [] }: Part): Part {
  const asked = parts[variant.word("asked", asks)];
  if (asked === undefined) throw new TypeError(`no part among ${asks.join(", ")}`);
  return asked;
}

function swapped(name: string): string {
  const at = name.length - 2;
  const [first = "", second = ""] = name.slice(at);
  // Two equal letters would stay what they are.
  return name.slice(0, at) + (first === second ? `${first}` : `${second}${first}`);
}
