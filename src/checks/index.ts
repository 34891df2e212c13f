export { type Ending, endsAs, fieldAt } from "./fields.ts";
export { judge, travel, travelAll } from "./journey.ts";
export type { Finding, Travelled, Tried } from "./model.ts";
export { keyOf, type Objects, takeObjects } from "./objects.ts";
export { type Exception, whatElseChanged } from "./preserved.ts";
export { CheckProblem } from "./problem.ts";
export { rolloutFinished } from "./rollout.ts";
export { noSecretCopied } from "./secrets.ts";
