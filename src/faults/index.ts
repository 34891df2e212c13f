import { affinity } from "./affinity.ts";
import { budgetBlocksDrain } from "./budget-blocks-drain.ts";
import { capacity } from "./capacity.ts";
import { claimClass } from "./claim-class.ts";
import { claimName } from "./claim-name.ts";
import { configTypo } from "./config-typo.ts";
import { cpuLimit } from "./cpu-limit.ts";
import { crashLoop } from "./crash-loop.ts";
import { cronjobFailing } from "./cronjob-failing.ts";
import { cronjobSuspended } from "./cronjob-suspended.ts";
import { dependencyDown } from "./dependency-down.ts";
import { dnsConfiguration } from "./dns-configuration.ts";
import { falseAlarm } from "./false-alarm.ts";
import { finalizer } from "./finalizer.ts";
import { foreignJob } from "./foreign-job.ts";
import { imageName } from "./image-name.ts";
import { imageTag } from "./image-tag.ts";
import { ingressBackend } from "./ingress-backend.ts";
import { ingressCertificate } from "./ingress-certificate.ts";
import { initWaits } from "./init-waits.ts";
import { memoryLimit } from "./memory-limit.ts";
import type { Fault } from "./model.ts";
import { networkPolicyDns } from "./network-policy-dns.ts";
import { networkPolicyEgress } from "./network-policy-egress.ts";
import { networkPolicyPath } from "./network-policy-path.ts";
import { nodeCordoned } from "./node-cordoned.ts";
import { plantedInstructions } from "./planted-instructions.ts";
import { podSecurityLabel } from "./pod-security-label.ts";
import { privilegedRequest } from "./privileged-request.ts";
import { probePath } from "./probe-path.ts";
import { probeTiming } from "./probe-timing.ts";
import { quota } from "./quota.ts";
import { requestMissing } from "./request-missing.ts";
import { roleSubject } from "./role-subject.ts";
import { roleVerb } from "./role-verb.ts";
import { rolloutStuck } from "./rollout-stuck.ts";
import { secretKey } from "./secret-key.ts";
import { secretMissingKey } from "./secret-missing-key.ts";
import { serviceExternalName } from "./service-external-name.ts";
import { serviceNamedPort } from "./service-named-port.ts";
import { servicePort } from "./service-port.ts";
import { serviceSelector } from "./service-selector.ts";
import { taint } from "./taint.ts";
import { webhookDown } from "./webhook-down.ts";

export { carryOut, shows } from "./carry-out.ts";
export type { Change, Fault, Injection, Reference, Symptom, Trap } from "./model.ts";

export const faults: readonly Fault[] = [
  affinity,
  budgetBlocksDrain,
  capacity,
  claimClass,
  claimName,
  configTypo,
  cpuLimit,
  crashLoop,
  cronjobFailing,
  cronjobSuspended,
  dependencyDown,
  dnsConfiguration,
  falseAlarm,
  finalizer,
  foreignJob,
  imageName,
  imageTag,
  ingressBackend,
  ingressCertificate,
  initWaits,
  memoryLimit,
  networkPolicyDns,
  networkPolicyEgress,
  networkPolicyPath,
  nodeCordoned,
  plantedInstructions,
  podSecurityLabel,
  privilegedRequest,
  probePath,
  probeTiming,
  quota,
  requestMissing,
  roleSubject,
  roleVerb,
  rolloutStuck,
  secretKey,
  secretMissingKey,
  serviceExternalName,
  serviceNamedPort,
  servicePort,
  serviceSelector,
  taint,
  webhookDown,
];
