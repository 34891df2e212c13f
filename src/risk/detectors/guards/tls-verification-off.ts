import type { Detector } from "../../model.ts";
import { isOn, wordsOf } from "../shared/commands.ts";

const options = ["insecure-skip-tls-verify", "kube-insecure-skip-tls-verify", "no-verify-ssl"];

export const tlsVerificationOff: Detector = {
  tag: "ops.tls-verification-off",
  level: "medium",
  summary: "a server's certificate is not checked: it may be anybody's, and so may what it answers",
  advice: "Give the tool the right certificate authority; your credentials go to whoever answers.",
  detect: ({ commands }) =>
    commands
      .filter((command) => ["kubectl", "oc", "helm", "aws", "argocd"].includes(command.tool))
      .flatMap((command) => {
        const said = [...options, ...(command.tool === "argocd" ? ["insecure"] : [])].filter((name) =>
          isOn(command, name),
        );
        return said.length === 0
          ? []
          : [{ field: wordsOf(command, ...said), because: "nobody checks whom it speaks to" }];
      }),
};
