import type { EvidenceLog } from "../../evidence/index.ts";
import { createRedactor, type Redactor } from "../../redaction/index.ts";
import { type RiskConfig, readConfig } from "../../risk/index.ts";

/** What recording needs. Reading needs none of it but the log: neither the secret nor the settings are looked for then. */
export interface Desk {
  readonly log: EvidenceLog;
  /** Takes out secrets. */
  redactor(): Redactor;
  /** Whose words for "production" and the like count. */
  config(): Promise<RiskConfig | undefined>;
}

export function deskOver(log: EvidenceLog, configDirectory: string): Desk {
  let redactor: Redactor | undefined;
  let config: Promise<RiskConfig | undefined> | undefined;
  return {
    log,
    redactor: () => {
      redactor ??= createRedactor(log.secret());
      return redactor;
    },
    config: () => {
      config ??= readConfig(configDirectory);
      return config;
    },
  };
}
