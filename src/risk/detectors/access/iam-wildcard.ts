import type { Detector, Finding, Operation } from "../../model.ts";
import { allowingStatements, type Statement } from "../shared/aws-policies.ts";
import { inCommands, optionOf, wordsOf } from "../shared/commands.ts";
import { inPlans } from "../shared/plans.ts";
import { textsOf } from "../shared/values.ts";

/** Services whose every action, or any of whose grants, leads to every other right. */
const powerful = /^(iam|sts|organizations|kms|sso|account):/;
const granting = /^(iam:(passrole|create|put|attach|add|update|set)|sts:assumerole)/;
/** Looks that do not show contents. */
const looking = /^[a-z0-9-]+:(describe|list|get)(?!object|secretvalue|parameter|item|record)/;

function judge({ field, actions, resources, inverted, principals }: Statement): readonly Finding[] {
  // In a policy of a resource, * for resources means that one resource.
  if (principals !== undefined || !resources.includes("*")) {
    const all = principals === undefined && resources.length > 0 && actions.some((action) => /^\*(:\*)?$/.test(action));
    return all && !inverted ? [{ field, because: "every action is allowed on what it names", level: "high" }] : [];
  }
  if (inverted)
    return [{ field, because: "everything is allowed on everything but what NotAction names", level: "critical" }];
  if (actions.some((action) => /^\*(:\*)?$/.test(action)))
    return [{ field, because: "every action is allowed on every resource" }];
  const grants = actions.find((action) => granting.test(action) || (powerful.test(action) && action.includes("*")));
  if (grants !== undefined)
    return [{ field, because: `${grants} on every resource leads to every other right`, level: "high" }];
  const wide = actions.find((action) => !looking.test(action));
  return wide === undefined ? [] : [{ field, because: `${wide} is allowed on every resource`, level: "medium" }];
}

const managed = /:policy\/(AdministratorAccess|PowerUserAccess|IAMFullAccess)$/;

const attachedByPlan = inPlans(
  ["role", "user", "group"]
    .flatMap((whom) => [`aws_iam_${whom}_policy_attachment`, `aws_iam_${whom}`])
    .concat("aws_iam_policy_attachment"),
  (after, { address }) =>
    [...textsOf(after.policy_arn), ...textsOf(after.managed_policy_arns)].flatMap((arn) => attached(arn, address)),
);

const attachedByCommand = inCommands(["aws"], /^iam attach-(role|user|group)-policy$/, (command) =>
  attached(optionOf(command, "policy-arn") ?? "", wordsOf(command, "policy-arn")),
);

function attached(arn: string, field: string): readonly Finding[] {
  const name = managed.exec(arn)?.[1];
  return name === undefined ? [] : [{ field, because: `${name} is attached, which is as good as everything` }];
}

export const iamWildcard: Detector = {
  tag: "aws.iam-wildcard",
  level: "critical",
  summary:
    "an AWS policy for every action or every resource, or AdministratorAccess; milder where only one of the two is open",
  advice: "Name the actions and the ARNs that are used; look at the last accessed services of the role first.",
  detect: (operation: Operation) => [
    ...allowingStatements(operation).flatMap(judge),
    ...attachedByPlan(operation),
    ...attachedByCommand(operation),
  ],
};
