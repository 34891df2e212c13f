export { type Enforcement, type EnforceOptions, enforce, type PodAddress } from "./agent.ts";
export { pluginScript, type ServeOptions, serveAnnouncements } from "./cni.ts";
export { NetworkPolicyProblem } from "./problem.ts";
export type { EnforcedNode } from "./writer.ts";
