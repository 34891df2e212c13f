import type { Blueprint, Part } from "../applications/index.ts";
import type { Fault } from "./model.ts";
import { kubectl, restart, rolledOut, script, workloadOf } from "./scripts.ts";

const system = "kube-system";
const dns = { kind: "Deployment", namespace: system, name: "coredns" } as const;

/** The cluster's own names: nobody finds anybody, or everybody finds all but one. */
export const dnsConfiguration: Fault = {
  name: "dns-configuration",
  about: "the configuration of the cluster's DNS has a mistake",
  area: "DNS",
  rights: "platform",
  obstacle: () => undefined,
  plan: (blueprint, part) => {
    const { find, put, sed } = slipOf(blueprint, part);
    const inDns = (...words: readonly string[]) => kubectl({ ...part, namespace: system }, ...words);
    const coredns: Part = { ...part, ...dns };
    const again = [kubectl(coredns, "rollout", "restart", workloadOf(coredns)), rolledOut(coredns)];
    const rule = { namespace: system, name: dns.name };
    return {
      changes: [
        {
          is: "edit",
          on: { apiVersion: "v1", kind: "ConfigMap", namespace: system, name: dns.name },
          field: "data.Corefile",
          find,
          put,
        },
        {
          is: "patch",
          on: { apiVersion: "apps/v1", ...dns },
          body: { spec: { template: { metadata: { annotations: { release: "next" } } } } },
        },
      ],
      symptom: { is: "journey fails", journey: part.journey },
      repair: script(
        `${inDns("get", "configmap", dns.name, "-o", "yaml")} | sed '${sed}' | ${inDns("replace", "-f", "-")}`,
        ...again,
      ),
      traps: [
        {
          name: "restart-only",
          verdict: "fail",
          script: script(again[0] ?? ""),
          because: "the mistake is still there",
        },
        {
          name: "remove-service",
          verdict: "unsafe",
          script: script(inDns("delete", "service", "kube-dns", "--wait=false")),
          because: "every pod of the cluster asks at this address",
        },
      ],
      cause: [{ namespace: system, kind: "ConfigMap", name: dns.name }],
      allow: [
        { verbs: ["patch", "update"], group: "", resource: "configmaps", ...rule, fields: ["data.Corefile"] },
        { verbs: ["patch", "update"], group: "apps", resource: "deployments", ...rule, fields: [restart] },
        { verbs: ["delete"], group: "", resource: "pods", ...rule, name: `${dns.name}*` },
      ],
    };
  },
};

interface Slip {
  readonly find: string;
  readonly put: string;
  /** What puts it right again. */
  readonly sed: string;
}

/** A word that CoreDNS does not know, so that it does not start; or a leftover that sends one name to nowhere. */
function slipOf({ variant, namespaces: { home } }: Blueprint, part: Part): Slip {
  if (variant.word("slip", ["typo", "leftover"]) === "typo") {
    const [right, wrong] = variant.word("word", ["loadbalance", "cache"]) === "cache" ? ["cache", "cahce"] : balance;
    return { find: `    ${right}`, put: `    ${wrong}`, sed: `s/${wrong}/${right}/` };
  }
  const former = `${home}-${variant.word("former", ["old", "legacy", "2019"])}`;
  const name = (namespace: string) => `${part.name}.${namespace}.svc.cluster.local`;
  const line = `    rewrite name exact ${name(part.namespace)} ${name(former)}\n`;
  return { find: "    prometheus", put: `${line}    prometheus`, sed: "/rewrite name exact/d" };
}

const balance = ["loadbalance", "loadbalence"] as const;
