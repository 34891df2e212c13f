import type { Detector } from "../../model.ts";
import { holdsRuntimeSocket, isMachineItself } from "../shared/paths.ts";
import { inServices, mountsOf } from "../shared/services.ts";

export const dockerHostPath: Detector = {
  tag: "docker.host-path",
  level: "critical",
  summary: "a directory that makes the machine mounted into a container; high where it is read-only",
  advice: "Mount the one file or directory that is needed, read-only.",
  detect: inServices((value, field) =>
    mountsOf(value)
      .filter(({ source }) => isMachineItself(source) && !holdsRuntimeSocket(source))
      .map(({ source, readOnly, index }) => ({
        field: field(`volumes[${index}]`),
        because: `the container can ${readOnly ? "read" : "write to"} ${source} of the machine`,
        ...(readOnly && { level: "high" as const }),
      })),
  ),
};
