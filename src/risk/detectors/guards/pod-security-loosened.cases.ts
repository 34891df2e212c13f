import { detects } from "../testing/cases.ts";
import { apply, object, run } from "../testing/inputs.ts";
import { podSecurityLoosened } from "./pod-security-loosened.ts";

const namespace = (level: string) =>
  apply(object("Namespace", { metadata: { labels: { "pod-security.kubernetes.io/enforce": level } } }));

detects(podSecurityLoosened, {
  finds: {
    "a manifest": namespace("privileged"),
    "a label by command": run("kubectl label ns shop pod-security.kubernetes.io/enforce=privileged --overwrite"),
    "a label that is taken away": run("kubectl label ns shop pod-security.kubernetes.io/enforce-"),
  },
  ignores: {
    "the baseline": namespace("baseline"),
    "a warning only": run("kubectl label ns shop pod-security.kubernetes.io/warn=privileged"),
  },
});
