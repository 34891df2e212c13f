export { passAllK, passAtK } from "./attempts.ts";
export { chanceOf, chanceOfShares, differenceOfShares } from "./difference.ts";
export { bootstrap, type Comparison, compare, type Estimate, type Interval, wilson } from "./interval.ts";
export { choose, type Random, seeded } from "./random.ts";
