import { detects } from "../testing/cases.ts";
import { plan, run } from "../testing/inputs.ts";
import { googleBroadRole } from "./google-broad-role.ts";

const member = (role: string, type = "google_project_iam_member") =>
  plan({ type, after: { role, member: "user:a@example.com" } });

detects(googleBroadRole, {
  finds: {
    "an owner by command": [
      run("gcloud projects add-iam-policy-binding p --member=user:a@example.com --role=roles/owner"),
      { level: "critical" },
    ],
    "an owner of a project": [member("roles/owner"), { level: "critical" }],
    "an editor of a folder": [member("roles/editor", "google_folder_iam_binding"), { level: "high" }],
    "an owner within a whole policy": plan({
      type: "google_project_iam_policy",
      after: { policy_data: JSON.stringify({ bindings: [{ role: "roles/owner", members: ["user:a@example.com"] }] }) },
    }),
  },
  ignores: {
    "an owner who is removed by command": run(
      "gcloud projects remove-iam-policy-binding p --member=user:a@example.com --role=roles/owner",
    ),
    "a viewer": member("roles/viewer"),
    "a role on one bucket": member("roles/owner", "google_storage_bucket_iam_member"),
    "an owner who is removed": plan({
      type: "google_project_iam_member",
      before: { role: "roles/owner", member: "user:a@example.com" },
    }),
  },
});
