import type { Detector } from "../../model.ts";
import { type Found, inObjects } from "../shared/objects.ts";
import { fieldsOf, partsOf } from "../shared/values.ts";

/** A patch that says so takes a guard away; a whole manifest may always have been that mild. */
const levelOf = ({ partial, kind }: Found) => {
  if (kind.startsWith("Mutating")) return { level: "low" as const };
  return partial ? {} : { level: "medium" as const };
};
const because = "whenever it fails to answer, everything passes";

const webhooks = inObjects(["ValidatingWebhookConfiguration", "MutatingWebhookConfiguration"], (object) =>
  partsOf(object.value.webhooks).flatMap(({ failurePolicy }, index) =>
    failurePolicy === "Ignore"
      ? [{ field: `${object.label}: webhooks[${index}].failurePolicy`, because, ...levelOf(object) }]
      : [],
  ),
);

const policies = inObjects(["ValidatingAdmissionPolicy", "MutatingAdmissionPolicy"], (object) =>
  fieldsOf(object.value.spec).failurePolicy === "Ignore"
    ? { field: `${object.label}: spec.failurePolicy`, because, ...levelOf(object) }
    : undefined,
);

export const webhookIgnoresFailure: Detector = {
  tag: "k8s.webhook-ignores-failure",
  level: "high",
  summary: "failurePolicy: Ignore on admission; high by a patch, milder in a manifest and for webhooks that only add",
  advice: "Find out why the webhook does not answer; who can make it fail can now pass anything.",
  detect: (operation) => [...webhooks(operation), ...policies(operation)],
};
