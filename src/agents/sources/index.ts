export { describeSettings } from "./describe.ts";
export { keyOf, loadSettings } from "./load.ts";
export type { AgentSettings, Budget, ModelSettings, Price, Provider, Reasoning, Server, Source } from "./model.ts";
