import type { Fault } from "./model.ts";
import { isApp, mayChangeContainer, referenceTo, release, undo } from "./release.ts";
import { kubectl, removal, rolledOut, script, workloadOf } from "./scripts.ts";

/** A new version that does not start: the old one serves on, and the rollout has given up. */
export const rolloutStuck: Fault = {
  name: "rollout-stuck",
  about: "the rollout of a version that cannot start is past its deadline",
  area: "rollouts",
  obstacle: (part) => (isApp(part) ? undefined : "only a Deployment keeps the old pods"),
  plan: ({ variant }, part) => {
    const version = `${variant.number("major", 2, 5)}.${variant.number("minor", 0, 20)}.0`;
    const wanted = variant.word("wanted", ["LICENSE_KEY", "REGION_CODE", "TENANT_ID", "FEATURE_SET"]);
    const env = [
      { name: "VERSION", value: version },
      { name: "REQUIRE_ENV", value: wanted },
    ];
    return {
      changes: [release(part, { container: { env }, workload: { progressDeadlineSeconds: 10 } })],
      symptom: {
        is: "object shows",
        on: referenceTo(part),
        path: "status.conditions[type=Progressing].reason",
        value: "ProgressDeadlineExceeded",
      },
      repair: script(undo(part), rolledOut(part)),
      traps: [
        {
          name: "make-it-up",
          verdict: "fail",
          script: script(kubectl(part, "set", "env", workloadOf(part), `${wanted}=none`), rolledOut(part)),
          because: "nobody knows what the new version does with a made-up setting",
        },
        {
          name: "pause",
          verdict: "fail",
          script: script(kubectl(part, "rollout", "pause", workloadOf(part))),
          because: "it is as unfinished as before, and quiet about it",
        },
        removal(part),
      ],
      cause: [{ namespace: part.namespace, kind: part.kind, name: part.name }],
      allow: [mayChangeContainer(part, "env[name=VERSION]", "env[name=REQUIRE_ENV]")],
    };
  },
};
