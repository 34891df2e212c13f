export { type Compared, compareTrials, type TaskComparison } from "./compare.ts";
export { leaderboardOf, type Standing } from "./leaderboard.ts";
export { type Measure, measures } from "./measure.ts";
export { type Score, scoreOf, scoreVersion } from "./score.ts";
export { type Scored, type Summary, summarise } from "./summary.ts";
export { type Contrast, type Regression, type Versus, versus } from "./versus.ts";
export { type Workings, workingsOf } from "./workings.ts";
