import type { Target } from "../../../evidence/index.ts";
import type { Detector, Finding } from "../../model.ts";
import { isMachineItself } from "../shared/paths.ts";

const disk = /^\/dev\/(sd|vd|xvd|nvme|hd|mmcblk|dm-|md\d|mapper\/|disk\/)/;

function judge({ system, kind, name, action }: Target): readonly Finding[] {
  const field = `${action} ${name}`;
  if (system === "host" && kind === "disk") return [{ field, because: "what is on the disk is gone" }];
  if (system !== "files" || action === "read") return [];
  if (disk.test(name)) return [{ field, because: "the disk is overwritten" }];
  const whole = name.replace(/\/\*+$/, "") || "/";
  return action === "delete" && isMachineItself(whole)
    ? [{ field, because: "the machine does not work without it" }]
    : [];
}

export const wipe: Detector = {
  tag: "files.wipe",
  level: "critical",
  summary: "a disk overwritten, or a directory that makes the machine removed",
  advice: "Name the device by its id and look at what is mounted from it; move files aside before removing them.",
  detect: ({ targets }) => targets.flatMap(judge),
};
