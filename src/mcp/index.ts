export { Desk, type DeskOptions } from "./desk.ts";
export { type HttpOptions, serveHttp } from "./http.ts";
export { McpProblem } from "./problem.ts";
export { type ProxyOptions, proxy } from "./proxy/proxy.ts";
export { serveStdio } from "./stdio.ts";
export { checked, tokenIn } from "./token.ts";
