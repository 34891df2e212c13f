export { type Coverage, coverageOf } from "./coverage.ts";
