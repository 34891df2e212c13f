export { human, type Seat } from "./human.ts";
export { replay } from "./replay.ts";
export { nop, scripted } from "./scripted.ts";
