import type { Detector } from "../../model.ts";
import { deletionsOf } from "../shared/objects.ts";

const kinds = [
  "ValidatingWebhookConfiguration",
  "MutatingWebhookConfiguration",
  "ValidatingAdmissionPolicy",
  "ValidatingAdmissionPolicyBinding",
  "MutatingAdmissionPolicy",
  "MutatingAdmissionPolicyBinding",
  "ClusterPolicy",
  "ConstraintTemplate",
  "PodSecurityPolicy",
  "SecurityContextConstraints",
];
const groups = /(^|\.)(constraints\.gatekeeper\.sh|kyverno\.io|policies\.kubewarden\.io)$/;

export const admissionRemoval: Detector = {
  tag: "k8s.admission-removal",
  level: "high",
  summary: "an admission webhook or policy deleted: what it refused or changed now passes as it is",
  advice: "See what it checks and whether its server is merely down; repair that, or exempt one namespace for a while.",
  detect: (operation) =>
    deletionsOf(operation)
      .filter(({ kind, group }) => kinds.includes(kind) || groups.test(group))
      .map(({ label }) => ({ field: label, because: "what it refused or changed now passes as it is" })),
};
