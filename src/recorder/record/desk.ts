import type { EvidenceLog } from "../../evidence/index.ts";
import type { Redactor } from "../../redaction/index.ts";
import type { RiskConfig } from "../../risk/index.ts";

/** What recording needs: the log, what takes secrets out, and whose words for "production" count. */
export interface Desk {
  readonly log: EvidenceLog;
  readonly redactor: Redactor;
  readonly config: RiskConfig | undefined;
}
