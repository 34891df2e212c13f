import type { Detector } from "../../model.ts";
import { inCommands, optionOf, wordsOf } from "../shared/commands.ts";
import { inObjects } from "../shared/objects.ts";
import { inPlans } from "../shared/plans.ts";
import { fieldsOf } from "../shared/values.ts";

const kinds = ["Deployment", "StatefulSet", "ReplicaSet", "ReplicationController", "DeploymentConfig", "Rollout"];
const counts = ["desired-count", "desired-capacity", "num-nodes", "node-count", "max-size"];

const ways = [
  inObjects(kinds, ({ value, label }) =>
    fieldsOf(value.spec).replicas === 0
      ? { field: `${label}: spec.replicas`, because: "nothing of it runs any more" }
      : undefined,
  ),
  inPlans(["aws_ecs_service", "aws_autoscaling_group", "aws_appautoscaling_target"], (after, { address }) =>
    ["desired_count", "max_size", "max_capacity"]
      .filter((name) => after[name] === 0)
      .map((name) => ({ field: `${address}: ${name}`, because: "nothing of it runs any more" })),
  ),
  inCommands(
    ["aws", "gcloud", "az"],
    /^(ecs update-service|autoscaling |eks update-nodegroup|container clusters resize|aks )/,
    (command) =>
      counts
        .filter((name) => optionOf(command, name) === "0")
        .map((name) => ({ field: wordsOf(command, name), because: "nothing of it runs any more" })),
  ),
  inCommands(["docker"], /^service scale$/, (command) =>
    command.words
      .filter((word) => /=0$/.test(word))
      .map((word) => ({ field: `${wordsOf(command)} ${word}`, because: "nothing of it runs any more" })),
  ),
];

export const scaleToZero: Detector = {
  tag: "ops.scale-to-zero",
  level: "medium",
  summary: "a workload scaled to no replica: an outage by request",
  advice: "Ask who uses it now; scaling down is no repair, and nothing scales it up again.",
  detect: (operation) => ways.flatMap((detect) => detect(operation)),
};
