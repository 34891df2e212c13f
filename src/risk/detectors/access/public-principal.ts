import type { Detector } from "../../model.ts";
import { allowingStatements, isAboutObjects } from "../shared/aws-policies.ts";

export const publicPrincipal: Detector = {
  tag: "aws.public-principal",
  level: "critical",
  summary: "an AWS resource or role open to every account (Principal *); medium with a condition",
  advice: "Name the accounts or roles, or add a condition on the organisation or the source.",
  detect: (operation) =>
    allowingStatements(operation)
      .filter(
        (statement) => statement.principals?.includes("*") && (statement.conditional || !isAboutObjects(statement)),
      )
      .map(({ field, actions, conditional }) => ({
        field: `${field} Principal`,
        because: `everybody may ${actions.join(", ")}${conditional ? " where its condition holds" : ""}`,
        ...(conditional && { level: "medium" as const }),
      })),
};
