import type { Detector } from "../model.ts";
import { impersonation } from "./access/impersonation.ts";
import { secretReading } from "./guards/secret-reading.ts";
import { tlsVerificationOff } from "./guards/tls-verification-off.ts";

/** What can be wrong with a command that changes nothing. The other detectors need not even be loaded for it. */
export const detectorsOfLooks: readonly Detector[] = [impersonation, secretReading, tlsVerificationOff];
