import { detects } from "../testing/cases.ts";
import { plan, run } from "../testing/inputs.ts";
import { auditOff } from "./audit-off.ts";

detects(auditOff, {
  finds: {
    "a trail by command": run("aws cloudtrail stop-logging --name main"),
    "a sink by command": run("gcloud logging sinks delete audit"),
    "a trail that is destroyed": plan({ type: "aws_cloudtrail", before: {} }),
    "a trail that is switched off": plan({ type: "aws_cloudtrail", before: {}, after: { enable_logging: false } }),
    "a sink that is destroyed": plan({ type: "google_logging_project_sink", before: {} }),
  },
  ignores: {
    "a look at a trail": run("aws cloudtrail describe-trails"),
    "a trail that is on": plan({ type: "aws_cloudtrail", after: { enable_logging: true } }),
    "a trail that is replaced": plan({
      type: "aws_cloudtrail",
      before: {},
      after: {},
      actions: ["create", "delete"],
      replaced: true,
    }),
  },
});
