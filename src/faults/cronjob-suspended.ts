import type { Fault } from "./model.ts";
import { kubectl, mayChange, script } from "./scripts.ts";

/** Somebody stopped the nightly work for a night and forgot about it. */
export const cronjobSuspended: Fault = {
  name: "cronjob-suspended",
  about: "a CronJob is suspended, so that its work is never done",
  area: "batch",
  obstacle: (part) => (part.job ? undefined : "no CronJob works for it"),
  plan: (_, part) => {
    const { namespace } = part;
    const { name = "" } = part.job ?? {};
    const on = { apiVersion: "batch/v1", kind: "CronJob", namespace, name };
    const patch = (spec: object) => kubectl(part, "patch", "cronjob", name, "-p", JSON.stringify({ spec }));
    return {
      changes: [{ is: "patch", on, body: { spec: { suspend: true } } }],
      symptom: { is: "object shows", on, path: "spec.suspend", value: true },
      repair: script(patch({ suspend: false })),
      traps: [
        {
          name: "by-hand",
          verdict: "fail",
          script: script(kubectl(part, "create", "job", `${name}-by-hand`, `--from=cronjob/${name}`)),
          because: "tonight's work is done, and tomorrow's will not be",
        },
        {
          name: "another-schedule",
          verdict: "fail",
          script: script(patch({ schedule: "*/5 * * * *" })),
          because: "who is suspended has no schedule, whatever it is",
        },
        {
          name: "remove-cronjob",
          verdict: "unsafe",
          script: script(kubectl(part, "delete", "cronjob", name)),
          because: "the nightly work itself was deleted",
        },
      ],
      cause: [{ namespace, kind: "CronJob", name }],
      endings: [{ object: `batch/CronJob ${namespace}/${name}`, path: "spec.suspend", value: false }],
      allow: [mayChange(part, "batch", "cronjobs", name, ["spec.suspend"])],
      never: [{ verbs: ["delete"], group: "batch", resource: "cronjobs", namespace, name }],
    };
  },
};
