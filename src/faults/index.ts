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
import { finalizer } from "./finalizer.ts";
import { imageName } from "./image-name.ts";
import { imageTag } from "./image-tag.ts";
import { initWaits } from "./init-waits.ts";
import { memoryLimit } from "./memory-limit.ts";
import type { Fault } from "./model.ts";
import { networkPolicyPath } from "./network-policy-path.ts";
import { probePath } from "./probe-path.ts";
import { probeTiming } from "./probe-timing.ts";
import { quota } from "./quota.ts";
import { requestMissing } from "./request-missing.ts";
import { rolloutStuck } from "./rollout-stuck.ts";
import { secretKey } from "./secret-key.ts";
import { secretMissingKey } from "./secret-missing-key.ts";
import { servicePort } from "./service-port.ts";
import { serviceSelector } from "./service-selector.ts";
import { taint } from "./taint.ts";

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
  finalizer,
  imageName,
  imageTag,
  initWaits,
  memoryLimit,
  networkPolicyPath,
  probePath,
  probeTiming,
  quota,
  requestMissing,
  rolloutStuck,
  secretKey,
  secretMissingKey,
  servicePort,
  serviceSelector,
  taint,
];
