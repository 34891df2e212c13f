export { agentAround } from "./around.ts";
export { installedShims, installShims, shimFolder, uninstallShims } from "./install.ts";
export { ShimProblem } from "./problem.ts";
export { realProgram } from "./real.ts";
