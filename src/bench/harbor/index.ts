export { type HarborAgent, type HarborOptions, runHarborTrial } from "./run.ts";
