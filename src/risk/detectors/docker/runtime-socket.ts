import type { Detector } from "../../model.ts";
import { holdsRuntimeSocket } from "../shared/paths.ts";
import { inServices, mountsOf } from "../shared/services.ts";

export const dockerRuntimeSocket: Detector = {
  tag: "docker.runtime-socket",
  level: "critical",
  summary: "the socket of the container runtime mounted into a container",
  advice: "Whoever reaches that socket owns the machine; a proxy that only allows reading may be enough.",
  detect: inServices((value, field) =>
    mountsOf(value)
      .filter(({ source }) => holdsRuntimeSocket(source))
      .map(({ source, index }) => ({
        field: field(`volumes[${index}]`),
        because: `${source} commands the machine's container runtime`,
      })),
  ),
};
