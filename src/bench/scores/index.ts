export { type Compared, compareTrials, type Measure, type TaskComparison } from "./compare.ts";
export { leaderboardOf, type Standing } from "./leaderboard.ts";
export { type Score, scoreOf, scoreVersion } from "./score.ts";
export { type Scored, type Summary, summarise } from "./summary.ts";
