import type { Detector, Finding, Operation } from "../../model.ts";
import { inCommands, wordsOf } from "../shared/commands.ts";
import { inPlans } from "../shared/plans.ts";

const recorders =
  /^(aws_(cloudtrail|flow_log|guardduty_detector|config_configuration_recorder\w*|securityhub_account)|google_(logging_\w+_sink|project_iam_audit_config)|azurerm_(monitor_diagnostic_setting|network_watcher_flow_log))$/;
const because = "what happens from now on leaves no trace there";

function removed({ changes }: Operation): readonly Finding[] {
  return changes
    .filter(({ type, actions }) => recorders.test(type) && actions.join() === "delete")
    .map(({ address }) => ({ field: address, because }));
}

const ways = [
  inPlans(["aws_cloudtrail"], (after, { address }) =>
    after.enable_logging === false ? { field: `${address}: enable_logging`, because } : undefined,
  ),
  inPlans(["aws_guardduty_detector"], (after, { address }) =>
    after.enable === false ? { field: `${address}: enable`, because } : undefined,
  ),
  inCommands(
    ["aws"],
    /^(cloudtrail (stop-logging|delete-trail)|guardduty delete-detector|ec2 delete-flow-logs|configservice (stop|delete)-configuration-recorder|logs delete-log-(group|stream)|securityhub disable-security-hub)$/,
    (command) => ({ field: wordsOf(command), because }),
  ),
  inCommands(["gcloud"], /^logging (sinks|logs|buckets) delete$/, (command) => ({ field: wordsOf(command), because })),
  inCommands(
    ["az"],
    /^monitor (diagnostic-settings|log-analytics workspace|activity-log alert) delete$/,
    (command) => ({
      field: wordsOf(command),
      because,
    }),
  ),
];

export const auditOff: Detector = {
  tag: "cloud.audit-off",
  level: "critical",
  summary: "an audit trail, flow log or threat detector of a cloud deleted or switched off",
  advice: "There is hardly an honest hurry to do this: ask whoever owns the trail.",
  detect: (operation) => [...removed(operation), ...ways.flatMap((detect) => detect(operation))],
};
