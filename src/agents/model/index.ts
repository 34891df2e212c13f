export { type ModelOptions, modelAgent } from "./agent.ts";
export { type Probed, probeModel } from "./probe.ts";
