export { installedSkill, installSkill, lookForSkill, type SkillPlace, uninstallSkill } from "./install.ts";
export type { SkilledAgent, SkillScope } from "./places.ts";
export { SkillProblem } from "./problem.ts";
export { instructions, instructionsPrompt, skill, skillPrompt, skillVersion } from "./text.ts";
