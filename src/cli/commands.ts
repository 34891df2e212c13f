import type { Group } from "./shell/command.ts";

/** Every command, loaded only when it is called. The path of a file is its command line. */
export const commands: Group = {
  summary: "The flight recorder and the proving ground for AI agents that operate infrastructure",
  commands: {},
};
