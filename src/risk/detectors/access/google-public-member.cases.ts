import { detects } from "../testing/cases.ts";
import { plan, run } from "../testing/inputs.ts";
import { googlePublicMember } from "./google-public-member.ts";

const service = (members: string[]) =>
  plan({ type: "google_cloud_run_service_iam_binding", after: { role: "roles/run.invoker", members } });

detects(googlePublicMember, {
  finds: {
    allUsers: service(["user:a@example.com", "allUsers"]),
    "everybody with an account": service(["allAuthenticatedUsers"]),
    "allUsers by command": run(
      "gcloud run services add-iam-policy-binding s --member=allUsers --role=roles/run.invoker",
    ),
  },
  ignores: {
    "named people": service(["user:a@example.com"]),
    "a bucket, which has its own tag": plan({
      type: "google_storage_bucket_iam_member",
      after: { role: "roles/storage.objectViewer", member: "allUsers" },
    }),
  },
});
