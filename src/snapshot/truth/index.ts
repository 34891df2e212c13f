export { classesOf, rootClasses } from "./classes.ts";
export type { Group, Propagation, Truth } from "./model.ts";
export { readTruth } from "./read.ts";
