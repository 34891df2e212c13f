import type { Fault } from "./model.ts";
import { misdirected } from "./service-target.ts";

/** A Service sends its callers to a port on which nobody listens. There are endpoints, and no answers. */
export const servicePort: Fault = {
  name: "service-port",
  about: "a Service forwards to a port on which its pods do not listen",
  area: "routing",
  obstacle: () => undefined,
  plan: ({ variant }, part) => misdirected(part, part.targetPort + variant.number("wrong port", 100, 900)),
};
