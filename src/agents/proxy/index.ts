export { isObject, list, parsed } from "./json.ts";
export type { Family, Line, ModelEndpoint, ModelProxy, Passed, Tokens } from "./model.ts";
export { openProxy } from "./open.ts";
export { isHopeless, troubleIn } from "./trouble.ts";
