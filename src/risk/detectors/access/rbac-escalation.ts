import type { Fields } from "../../documents/json.ts";
import type { Detector } from "../../model.ts";
import { inObjects } from "../shared/objects.ts";
import { partsOf, textsOf } from "../shared/values.ts";

/** Rights that lead to more rights. Wildcards have a tag of their own. */
const ways: readonly { readonly verbs: readonly string[]; readonly resources: RegExp; readonly effect: string }[] = [
  {
    verbs: ["escalate"],
    resources: /^(cluster)?roles$|^\*$/,
    effect: "write roles with rights its holder does not have",
  },
  { verbs: ["bind"], resources: /^(cluster)?roles$|^\*$/, effect: "give any role to anybody" },
  {
    verbs: ["impersonate"],
    resources: /^(users|groups|serviceaccounts|userextras.*|\*)$/,
    effect: "act as somebody else",
  },
  { verbs: ["create", "*"], resources: /^serviceaccounts\/token$/, effect: "make tokens of service accounts" },
  {
    verbs: ["get", "create", "*"],
    resources: /^nodes\/proxy$/,
    effect: "run commands in every pod, past audit and admission",
  },
  {
    verbs: ["update", "patch", "*"],
    resources: /^certificatesigningrequests\/approval$/,
    effect: "sign itself another identity",
  },
];

export const rbacEscalation: Detector = {
  tag: "k8s.rbac-escalation",
  level: "high",
  summary: "a role that leads to more rights: escalate, bind, impersonate, tokens, nodes/proxy, signing requests",
  advice:
    "Treat whoever gets this role as cluster-admin, or name the few roles and users it is meant for (resourceNames).",
  detect: inObjects(["Role", "ClusterRole"], ({ value, label }) =>
    partsOf(value.rules).flatMap((rule, index) =>
      ways
        .filter((way) => allows(rule, way))
        .map(({ effect }) => ({ field: `${label}: rules[${index}]`, because: `the role lets its holder ${effect}` })),
    ),
  ),
};

function allows(rule: Fields, { verbs, resources }: (typeof ways)[number]): boolean {
  // A rule for named objects only is as narrow as those names.
  if (textsOf(rule.resourceNames).length > 0) return false;
  return (
    textsOf(rule.verbs).some((verb) => verbs.includes(verb)) &&
    textsOf(rule.resources).some((name) => resources.test(name))
  );
}
