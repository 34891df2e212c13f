import { detects } from "../testing/cases.ts";
import { apply, deployment, object, pod } from "../testing/inputs.ts";
import { defaultToken } from "./default-token.ts";

const account = (name: string, automountServiceAccountToken: boolean) =>
  apply(object("ServiceAccount", { metadata: { name }, automountServiceAccountToken }));

detects(defaultToken, {
  finds: {
    "a pod that names no account": apply(deployment({})),
    "a pod that names the default one": apply(pod({ spec: { serviceAccountName: "default" } })),
    "a default account that hands out its token": [account("default", true), { level: "medium" }],
  },
  ignores: {
    "a pod with an account of its own": apply(pod({ spec: { serviceAccountName: "web" } })),
    "a pod that wants no token": apply(pod({ spec: { automountServiceAccountToken: false } })),
    "another account": account("web", true),
    "a default account that keeps its token": account("default", false),
  },
});
