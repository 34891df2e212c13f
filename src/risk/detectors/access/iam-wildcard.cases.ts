import { detects } from "../testing/cases.ts";
import { plan, run } from "../testing/inputs.ts";
import { iamWildcard } from "./iam-wildcard.ts";

const policy = (statement: object | object[]) =>
  plan({ type: "aws_iam_policy", after: { policy: JSON.stringify({ Version: "2012-10-17", Statement: statement }) } });
const allow = (Action: unknown, Resource: unknown, more: object = {}) =>
  policy([{ Effect: "Allow", Action, Resource, ...more }]);

detects(iamWildcard, {
  finds: {
    "a policy by command": [
      run(
        `aws iam put-role-policy --role-name r --policy-name p --policy-document '{"Statement":{"Effect":"Allow","Action":["*"],"Resource":["*"]}}'`,
      ),
      { level: "critical" },
    ],
    "AdministratorAccess by command": run(
      "aws iam attach-role-policy --role-name r --policy-arn arn:aws:iam::aws:policy/AdministratorAccess",
    ),
    "single strings": [allow("*", "*"), { level: "critical", field: "aws_iam_policy.this: policy Statement[0]" }],
    arrays: [allow(["s3:GetObject", "*"], ["arn:aws:s3:::a", "*"]), { level: "critical" }],
    "a statement that is no list": [policy({ Effect: "Allow", Action: "*", Resource: "*" }), { level: "critical" }],
    "the second statement": [
      policy([
        { Effect: "Deny", Action: "*", Resource: "*" },
        { Sid: "All", Effect: "Allow", Action: "*:*", Resource: "*" },
      ]),
      { field: "Statement[1] (All)" },
    ],
    "every action on one thing": [allow("*", "arn:aws:s3:::logs"), { level: "high" }],
    "all of IAM": [allow("iam:*", "*"), { level: "high" }],
    "passing any role": [allow(["ec2:RunInstances", "iam:PassRole"], "*"), { level: "high" }],
    "everything but something": [
      policy([{ Effect: "Allow", NotAction: "iam:*", Resource: "*" }]),
      { level: "critical" },
    ],
    "reading every object": [allow("s3:GetObject", "*"), { level: "medium" }],
    "an inline policy of a role": plan({
      type: "aws_iam_role",
      after: {
        inline_policy: [
          { policy: JSON.stringify({ Statement: [{ Effect: "Allow", Action: ["*"], Resource: ["*"] }] }) },
        ],
      },
    }),
    AdministratorAccess: [
      plan({
        type: "aws_iam_role_policy_attachment",
        after: { policy_arn: "arn:aws:iam::aws:policy/AdministratorAccess" },
      }),
      { level: "critical" },
    ],
  },
  ignores: {
    "AdministratorAccess that is taken away": run(
      "aws iam detach-role-policy --role-name r --policy-arn arn:aws:iam::aws:policy/AdministratorAccess",
    ),
    "named actions on named things": allow(["s3:GetObject"], ["arn:aws:s3:::a/*"]),
    "looking at everything": allow(["ec2:Describe*", "s3:ListAllMyBuckets"], "*"),
    "a denial of everything": policy([{ Effect: "Deny", Action: "*", Resource: "*" }]),
    "a key's own policy, where * is that key": plan({
      type: "aws_kms_key",
      after: {
        policy: JSON.stringify({
          Statement: [{ Effect: "Allow", Principal: { AWS: "arn:aws:iam::1:root" }, Action: "kms:*", Resource: "*" }],
        }),
      },
    }),
    "a policy that is destroyed": plan({
      type: "aws_iam_policy",
      before: { policy: JSON.stringify({ Statement: [{ Effect: "Allow", Action: "*", Resource: "*" }] }) },
    }),
    "a text that is no policy": plan({ type: "aws_iam_policy", after: { policy: "{statement: *" } }),
    "another managed policy": plan({
      type: "aws_iam_role_policy_attachment",
      after: { policy_arn: "arn:aws:iam::aws:policy/ReadOnlyAccess" },
    }),
  },
});
