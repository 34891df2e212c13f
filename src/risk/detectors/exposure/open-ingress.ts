import type { Detector, Finding } from "../../model.ts";
import { isWorld } from "../shared/networks.ts";
import { inObjects } from "../shared/objects.ts";
import { fieldsOf, partsOf, textOf, textsOf, wordOf } from "../shared/values.ts";

const ingresses = inObjects(["Ingress"], ({ value, label, partial }) => {
  const spec = fieldsOf(value.spec);
  const findings: Finding[] = [];
  const rules = partsOf(spec.rules);
  const anyHost = rules.findIndex(({ host }) => textOf(host) === undefined || host === "*");
  if (anyHost !== -1) {
    findings.push({
      field: `${label}: spec.rules[${anyHost}].host`,
      because: "the rule takes requests for every host name",
    });
  } else if (rules.length === 0 && (spec.defaultBackend ?? spec.backend) !== undefined) {
    findings.push({
      field: `${label}: spec.defaultBackend`,
      because: "it takes every request that no other rule takes",
    });
  }
  if (!partial && rules.length > 0 && partsOf(spec.tls).length === 0) {
    findings.push({ field: `${label}: spec.tls`, because: "requests come unencrypted", level: "low" });
  }
  for (const [name, text] of Object.entries(fieldsOf(fieldsOf(value.metadata).annotations))) {
    if (!/(whitelist|allowlist)-source-range$|inbound-cidrs$/.test(name)) continue;
    if (!wordOf(text).split(",").some(isWorld)) continue;
    findings.push({
      field: `${label}: metadata.annotations[${name}]`,
      because: "the list of who may come has everybody on it",
    });
  }
  return findings;
});

const gateways = inObjects(["Gateway"], ({ value, label, group }) => {
  const istio = group === "networking.istio.io";
  return partsOf(fieldsOf(value.spec)[istio ? "servers" : "listeners"]).flatMap((listener, index) => {
    const hosts = istio ? textsOf(listener.hosts) : [textOf(listener.hostname) ?? "*"];
    const where = istio ? `spec.servers[${index}].hosts` : `spec.listeners[${index}].hostname`;
    const open = hosts.some((host) => host === "*" || host.endsWith("/*"));
    return open
      ? [{ field: `${label}: ${where}`, because: "it takes requests for every host name", level: "low" as const }]
      : [];
  });
});

export const openIngress: Detector = {
  tag: "k8s.open-ingress",
  level: "medium",
  summary: "an Ingress or Gateway for every host name or every address; low where only encryption is missing",
  advice: "Name the host, add TLS, and restrict the addresses where only some people need it.",
  detect: (operation) => [...ingresses(operation), ...gateways(operation)],
};
