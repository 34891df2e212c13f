export type { World as PolicyWorld } from "../model.ts";
export type { Cell } from "./conversation.ts";
export { type Lab, LISTENING, OUTSIDE, openLab, podRange } from "./lab.ts";
export { type Connection, isAllowed } from "./reference.ts";
export { NAMESPACES, namedPortsOf, namespaceLabels, PODS, podLabels, type Shape, shapes } from "./shapes.ts";
