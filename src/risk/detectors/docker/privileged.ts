import type { Detector } from "../../model.ts";
import { inServices } from "../shared/services.ts";

export const dockerPrivileged: Detector = {
  tag: "docker.privileged",
  level: "critical",
  summary: "a container started with all rights on its machine",
  advice: "Give the one device or capability that is needed (--device, --cap-add).",
  detect: inServices((value, field) =>
    value.privileged === true
      ? { field: field("privileged"), because: "the container can do on the machine whatever root can" }
      : undefined,
  ),
};
