export * from "./format/index.ts";
export * from "./log/index.ts";
export * from "./verify/index.ts";
