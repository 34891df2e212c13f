import type { Command, Detector, Finding } from "../../model.ts";
import { mayChange } from "../../operation-class.ts";
import { isMachineItself } from "../shared/paths.ts";

const wiping =
  /^(mkfs(\.\w+)?|mke2fs|wipefs|blkdiscard|shred|fdisk|sfdisk|parted|sgdisk|lvremove|vgremove|pvremove|zpool|cryptsetup)$/;
const device = /^(of=)?\/dev\/(sd|vd|xvd|nvme|hd|dm-|mapper\/|disk)/;

function ofDisks(command: Command): readonly Finding[] {
  if (!mayChange(command.class)) return [];
  const disk = command.words.find((word) => device.test(word));
  if (wiping.test(command.tool) && disk !== undefined)
    return [{ field: `${command.tool} ${disk}`, because: "what is on the disk is gone" }];
  const over =
    command.tool === "dd" ? command.words.find((word) => word.startsWith("of=") && device.test(word)) : undefined;
  return over === undefined ? [] : [{ field: `dd ${over}`, because: "the disk is overwritten" }];
}

export const wipe: Detector = {
  tag: "files.wipe",
  level: "critical",
  summary: "a disk overwritten, or a directory that makes the machine removed",
  advice: "Name the device by its id and look at what is mounted from it; move files aside before removing them.",
  detect: ({ commands, targets }) => [
    ...commands.flatMap(ofDisks),
    ...targets
      .filter(
        ({ system, action, name }) =>
          system === "files" && /^(delete|remove)/.test(action) && isMachineItself(name.replace(/\/\*+$/, "") || "/"),
      )
      .map(({ name, action }) => ({ field: `${action} ${name}`, because: "the machine does not work without it" })),
  ],
};
