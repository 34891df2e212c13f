import type { Detector } from "../../model.ts";
import { inCommands, optionOf, wordsOf } from "../shared/commands.ts";

export const openTunnel: Detector = {
  tag: "k8s.open-tunnel",
  level: "high",
  summary: "kubectl proxy or port-forward that listens for others than this machine",
  advice: "Leave the address at localhost: whoever connects acts with your rights.",
  detect: inCommands(["kubectl", "oc"], /^(proxy|port-forward)$/, (command) => {
    const outside = (optionOf(command, "address") ?? "")
      .split(",")
      .some((address) => /^(0\.0\.0\.0|::|\*)$/.test(address));
    const anyHost = /^(\^?\.\*|\*)/.test(optionOf(command, "accept-hosts") ?? "");
    if (!outside && !anyHost) return undefined;
    const because = "everybody who reaches this machine comes through, with your rights";
    return { field: wordsOf(command, "address", "accept-hosts"), because };
  }),
};
