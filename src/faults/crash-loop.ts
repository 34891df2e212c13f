import type { Fault } from "./model.ts";
import { idling, isApp, mayChangeContainer, patchWorkload, releaseAtOnce } from "./release.ts";
import { removal, rolledOut, script } from "./scripts.ts";

/** A setting that the program cannot read: it ends as soon as it starts, again and again. */
export const crashLoop: Fault = {
  name: "crash-loop",
  about: "a service ends at its start because of a setting that it cannot read",
  area: "configuration and secrets",
  obstacle: (part) => (isApp(part) ? undefined : "it has no setting of that kind"),
  plan: ({ variant }, part) => {
    const seconds = variant.number("timeout", 2, 9);
    const setting = (value: string) => ({ container: { env: [{ name: "TIMEOUT_SECONDS", value, valueFrom: null }] } });
    return {
      changes: [releaseAtOnce(part, setting(variant.word("unit", [`${seconds}s`, `${seconds}sec`, `PT${seconds}S`])))],
      symptom: { is: "pods wait", part: part.role, reason: "CrashLoopBackOff" },
      repair: script(patchWorkload(part, setting(String(seconds))), rolledOut(part)),
      traps: [idling(part), removal(part)],
      cause: [{ namespace: part.namespace, kind: part.kind, name: part.name }],
      allow: [mayChangeContainer(part, "env[name=TIMEOUT_SECONDS]")],
    };
  },
};
