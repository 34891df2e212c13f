import type { Fields } from "../../documents/json.ts";
import type { Detector } from "../../model.ts";
import { dangerOf, isWorld } from "../shared/networks.ts";
import { inObjects } from "../shared/objects.ts";
import { fieldsOf, partsOf, textsOf, wordOf } from "../shared/values.ts";

/** Annotations by which clouds keep a load balancer inside. */
const inside =
  /^(service\.beta\.kubernetes\.io\/(aws-load-balancer-internal|azure-load-balancer-internal|openstack-internal-load-balancer|aws-load-balancer-scheme)|(networking|cloud)\.gke\.io\/load-balancer-type|service\.kubernetes\.io\/ibm-load-balancer-cloud-provider-ip-type)$/;

export const publicLoadBalancer: Detector = {
  tag: "k8s.public-load-balancer",
  level: "medium",
  summary: "a Service that a load balancer opens to everybody; high for ports of databases and the like",
  advice: "Say who may come (loadBalancerSourceRanges), or keep it inside with the annotation of your cloud.",
  detect: inObjects(["Service"], ({ value, label }) => {
    const spec = fieldsOf(value.spec);
    if (spec.type !== "LoadBalancer" || isInside(value)) return undefined;
    const ranges = textsOf(spec.loadBalancerSourceRanges);
    if (ranges.length > 0 && !ranges.some(isWorld)) return undefined;
    const ports = partsOf(spec.ports).map(({ port }) => Number(wordOf(port)));
    const danger = ports.map((port) => dangerOf(port, port)).find((text) => text !== undefined);
    if (danger === undefined)
      return { field: `${label}: spec.type`, because: "the Service gets an address that everybody reaches" };
    return { field: `${label}: spec.ports`, because: `everybody reaches ${danger}`, level: "high" };
  }),
};

function isInside(value: Fields): boolean {
  const annotations = fieldsOf(fieldsOf(value.metadata).annotations);
  return Object.entries(annotations).some(
    ([name, text]) => inside.test(name) && /^(true|internal|private|0\.0\.0\.0\/0)$/i.test(wordOf(text)),
  );
}
