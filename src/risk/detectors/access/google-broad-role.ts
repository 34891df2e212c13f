import type { Detector } from "../../model.ts";
import { googleBindings } from "../shared/google-bindings.ts";

/** Roles of a whole project that are, or lead to, everything in it. */
const levels: Readonly<Record<string, "critical" | "high">> = {
  "roles/owner": "critical",
  "roles/editor": "high",
  "roles/iam.securityAdmin": "critical",
  "roles/iam.serviceAccountTokenCreator": "high",
  "roles/iam.serviceAccountKeyAdmin": "high",
  "roles/iam.serviceAccountUser": "high",
  "roles/resourcemanager.projectIamAdmin": "critical",
  "roles/resourcemanager.organizationAdmin": "critical",
};

export const googleBroadRole: Detector = {
  tag: "gcp.broad-role",
  level: "high",
  summary:
    "owner, editor or a role that leads there, on a Google Cloud project, folder or organisation; critical for owner",
  advice: "Grant a role of the one service that is used, on the one resource that is used.",
  detect: (operation) =>
    googleBindings(operation).flatMap(({ field, role, members, broad }) => {
      const level = levels[role];
      if (level === undefined || !broad) return [];
      return [{ field: `${field}: role`, because: `${members.join(", ") || "somebody"} gets ${role}`, level }];
    }),
};
