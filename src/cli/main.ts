import { run } from "./shell/run.ts";
import { terminal } from "./shell/terminal.ts";

process.exitCode = await run(process.argv.slice(2), terminal(process));
