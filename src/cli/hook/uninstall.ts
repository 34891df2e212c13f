import { hookInstallation, shims } from "../../recorder/index.ts";
import { command } from "../shell/command.ts";
import { agentNamed, oneOf } from "../support/hook-options.ts";
import { coverShims, placeOf, shimFolderOf } from "../support/hook-places.ts";

export default command({
  summary: "Take back what `hook install` did, and nothing else",
  usage: "WHAT [DIRECTORY]",
  options: { scope: { type: "string", value: "SCOPE", text: "user or project; user unless told" } },
  examples: ["hook uninstall claude", "hook uninstall shim"],
  async run({ options, arguments: [what = "", directory], terminal }) {
    if (what === "shim") {
      const { uninstallShims } = await shims();
      const folder = await shimFolderOf(directory, terminal.env);
      const programs = await uninstallShims(folder);
      if (programs.length > 0) await coverShims("closed", programs, terminal.env);
      const text = programs.length > 0 ? `launchers removed from ${folder}` : `no launchers are in ${folder}`;
      return { text, data: { folder, programs } };
    }
    const agent = agentNamed(what);
    const { uninstallHooks } = await hookInstallation();
    const scope = oneOf("--scope", options.scope ?? "user", ["user", "project"]);
    const { path, changed } = await uninstallHooks(placeOf(agent, scope, terminal.env));
    const text = changed ? `hooks for ${agent} removed from ${path}` : `no hooks of ours are in ${path}`;
    return { text, data: { agent, scope, path, changed } };
  },
});
