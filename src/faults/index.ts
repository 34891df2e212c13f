import { imageTag } from "./image-tag.ts";
import type { Fault } from "./model.ts";
import { networkPolicyPath } from "./network-policy-path.ts";
import { secretKey } from "./secret-key.ts";
import { servicePort } from "./service-port.ts";
import { serviceSelector } from "./service-selector.ts";

export { carryOut, shows } from "./carry-out.ts";
export type { Change, Fault, Injection, Reference, Symptom, Trap } from "./model.ts";

export const faults: readonly Fault[] = [imageTag, networkPolicyPath, secretKey, servicePort, serviceSelector];
