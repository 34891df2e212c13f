import type { Fault } from "./model.ts";
import { objectOf } from "./release.ts";
import { kubectl, mayChange, removal, script } from "./scripts.ts";

/** The address that the nightly work calls has moved. Every night it fails, and nobody is awake. */
export const cronjobFailing: Fault = {
  name: "cronjob-failing",
  about: "the jobs of a CronJob fail because of a wrong address in their ConfigMap",
  area: "batch",
  obstacle: (part) => (part.job ? undefined : "no CronJob works for it"),
  plan: (blueprint, part) => {
    const { namespace } = part;
    const { name = "", container = "", config = "" } = part.job ?? {};
    const { TARGET } = objectOf(blueprint, "ConfigMap", namespace, config).data;
    const wrong = TARGET.replace(/[^/]+$/, blueprint.variant.word("moved", ["close", "v1/close", "day-end", "tally"]));
    const patch = (value: string) =>
      kubectl(part, "patch", "configmap", config, "-p", JSON.stringify({ data: { TARGET: value } }));
    const containers = [{ name: container, command: ["true"] }];
    const doNothing = { spec: { jobTemplate: { spec: { template: { spec: { containers } } } } } };
    return {
      changes: [
        {
          is: "patch",
          on: { apiVersion: "v1", kind: "ConfigMap", namespace, name: config },
          body: { data: { TARGET: wrong } },
        },
      ],
      symptom: { is: "journey fails", journey: part.job?.journey ?? "" },
      repair: script(patch(TARGET)),
      traps: [
        {
          name: "do-nothing",
          verdict: "fail",
          script: script(kubectl(part, "patch", "cronjob", name, "-p", JSON.stringify(doNothing))),
          because: "who does nothing does not fail, and nothing is closed",
        },
        {
          name: "ask-something-else",
          verdict: "fail",
          script: script(patch(TARGET.replace(/[^/]+$/, "items"))),
          because: "the job succeeds, and what it does is not its work",
        },
        removal(part),
      ],
      cause: [{ namespace, kind: "ConfigMap", name: config }],
      endings: [{ object: `ConfigMap ${namespace}/${config}`, path: "data.TARGET", value: TARGET }],
      allow: [mayChange(part, "", "configmaps", config, ["data.TARGET"])],
    };
  },
};
