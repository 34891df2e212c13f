export type { Told, Tool } from "./tool.ts";
export { openToolbox, type Toolbox } from "./toolbox.ts";
