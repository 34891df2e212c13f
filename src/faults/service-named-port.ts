import type { Fault } from "./model.ts";
import { mayChangeWorkload } from "./scripts.ts";
import { misdirected } from "./service-target.ts";

/** A Service asks its pods for a port by a name that they do not give: their addresses are not even listed. */
export const serviceNamedPort: Fault = {
  name: "service-named-port",
  about: "a Service forwards to a port by a name that its pods do not have",
  area: "routing",
  obstacle: () => undefined,
  plan: ({ variant }, part) => {
    const wrong = variant.word("port name", ["http", "web", "app", "serve"]);
    // The port can as well be given the name that it is asked for by.
    return misdirected(part, wrong, [mayChangeWorkload(part, "spec.template.spec.containers[*].ports")]);
  },
};
