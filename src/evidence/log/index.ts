export type { EvidenceLog, Filter, LogOptions, Proposed, Range, View, Written } from "./contract.ts";
export { type Disk, realDisk } from "./disk.ts";
export { defaultKeyDirectory, defaultLogDirectory } from "./layout.ts";
export { openLog } from "./log.ts";
export { type LogRecovery, recoverLog } from "./recover.ts";
