export type { Family, Line, ModelEndpoint, ModelProxy, Passed, Tokens } from "./model.ts";
export { openProxy } from "./open.ts";
export { troubleIn } from "./trouble.ts";
