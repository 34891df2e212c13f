import { keepCompiledCode } from "./shell/compile-cache.ts";

// Before anything else is loaded: most commands take no longer than their loading.
keepCompiledCode(process.env);
const [{ run }, { terminal }, { commands }] = await Promise.all([
  import("./shell/run.ts"),
  import("./shell/terminal.ts"),
  import("./commands.ts"),
]);

process.exitCode = await run(process.argv.slice(2), terminal(process), commands);
