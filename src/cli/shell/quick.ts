import exec from "../exec.ts";
import type { Group } from "./command.ts";
import { run } from "./run.ts";
import { terminal } from "./terminal.ts";

/**
 * The commands that others wait for at every step. The package has them, with all that they need, in one file: loading
 * two hundred small ones takes several times as long as their work. `bin/airworthy.cjs` knows which commands these are.
 */
const commands: Group = {
  summary: "Commands that others wait for",
  commands: {
    // Already here: it is waited for most often, and what is loaded late takes longer.
    exec: async () => ({ default: exec }),
    hook: {
      summary: "What agents and launchers call",
      commands: {
        pre: () => import("../hook/pre.ts"),
        post: () => import("../hook/post.ts"),
        shim: () => import("../hook/shim.ts"),
      },
    },
  },
};

// No `await`: the one file is loaded in one go.
void run(process.argv.slice(2), terminal(process), commands).then((exitCode) => {
  process.exitCode = exitCode;
});
