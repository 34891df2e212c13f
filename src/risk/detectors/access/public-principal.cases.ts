import { detects } from "../testing/cases.ts";
import { plan } from "../testing/inputs.ts";
import { publicPrincipal } from "./public-principal.ts";

const trust = (Principal: unknown, more: object = {}) =>
  plan({
    type: "aws_iam_role",
    after: {
      assume_role_policy: JSON.stringify({
        Statement: [{ Effect: "Allow", Action: "sts:AssumeRole", Principal, ...more }],
      }),
    },
  });

detects(publicPrincipal, {
  finds: {
    "a role that everybody may take": [trust("*"), { level: "critical" }],
    "the same, spelled for AWS accounts": [trust({ AWS: ["*"] }), { level: "critical" }],
    "everybody but somebody": trust(undefined, { NotPrincipal: { AWS: "arn:aws:iam::1:root" } }),
    "one with a condition, as something milder": [
      trust("*", { Condition: { StringEquals: { "aws:PrincipalOrgID": "o-1" } } }),
      { level: "medium" },
    ],
  },
  ignores: {
    "an account": trust({ AWS: "arn:aws:iam::123456789012:root" }),
    "a service": trust({ Service: "ec2.amazonaws.com" }),
  },
});
