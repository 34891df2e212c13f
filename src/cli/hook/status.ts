import { hookInstallation, shims } from "../../recorder/index.ts";
import { command } from "../shell/command.ts";
import { agentNamed, everyAgent } from "../support/hook-options.ts";
import { shimFolderOf } from "../support/hook-places.ts";

export default command({
  summary: "Say which hooks and launchers are installed, and whether they will run",
  usage: "[WHAT]",
  options: {},
  examples: ["hook status", "hook status codex", "hook status --json"],
  async run({ arguments: [what], terminal }) {
    const { hookStates } = await hookInstallation();
    const { installedShims } = await shims();
    const agents = what === undefined ? everyAgent : what === "shim" ? [] : [agentNamed(what)];
    const states = await hookStates(agents, process.cwd(), terminal.env);
    const folder = await shimFolderOf(undefined, terminal.env);
    const programs = await installedShims(folder);
    const first = (terminal.env.PATH ?? "").split(":")[0] === folder;
    const shim = { folder, programs, onPath: (terminal.env.PATH ?? "").split(":").includes(folder), first };
    const lines = states.map(({ agent, scope, path, state, remark }) =>
      [agent.padEnd(9), scope.padEnd(8), state.padEnd(14), path, remark && `(${remark})`].filter(Boolean).join(" "),
    );
    const shimState = programs.length === 0 ? "not installed" : shim.onPath ? "installed" : "not on PATH";
    if (what === undefined || what === "shim")
      lines.push(["shim".padEnd(9), "".padEnd(8), shimState.padEnd(14), folder].join(" "));
    return { text: lines.join("\n"), data: { agents: states, shim } };
  },
});
