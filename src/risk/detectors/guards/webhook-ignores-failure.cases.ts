import { detects } from "../testing/cases.ts";
import { apply, object, run } from "../testing/inputs.ts";
import { webhookIgnoresFailure } from "./webhook-ignores-failure.ts";

const webhook = (kind: string, failurePolicy: string) =>
  apply(object(kind, { webhooks: [{ name: "a.example", failurePolicy }] }, "admissionregistration.k8s.io/v1"));

detects(webhookIgnoresFailure, {
  finds: {
    "a merge patch": [
      run(`kubectl patch validatingwebhookconfiguration p -p '{"webhooks":[{"name":"a","failurePolicy":"Ignore"}]}'`),
      { level: "high" },
    ],
    "a JSON patch": [
      run(
        `kubectl patch validatingwebhookconfiguration p --type=json -p '[{"op":"replace","path":"/webhooks/0/failurePolicy","value":"Ignore"}]'`,
      ),
      { level: "high" },
    ],
    "a manifest": [webhook("ValidatingWebhookConfiguration", "Ignore"), { level: "medium" }],
    "a webhook that only adds": [webhook("MutatingWebhookConfiguration", "Ignore"), { level: "low" }],
  },
  ignores: { "a webhook that must answer": webhook("ValidatingWebhookConfiguration", "Fail") },
});
