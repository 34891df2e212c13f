export type { Call, Turn } from "./script.ts";
export { type Endpoint, startEndpoint } from "./server.ts";
