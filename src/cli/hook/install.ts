import { hookInstallation, shims } from "../../recorder/index.ts";
import { command } from "../shell/command.ts";
import { agentNamed, hookOptions, oneOf, onFailureOf, settingsOf } from "../support/hook-options.ts";
import { coverShims, placeOf, shimFolderOf } from "../support/hook-places.ts";

export default command({
  summary: "Let an agent record what it does by itself, or put launchers before kubectl, helm and their like",
  usage: "WHAT [DIRECTORY]",
  options: {
    scope: { type: "string", value: "SCOPE", text: "user or project; user unless told" },
    ...hookOptions,
  },
  examples: [
    "hook install claude",
    "hook install codex --block critical",
    "hook install gemini --scope project",
    "hook install shim",
  ],
  details: [
    "WHAT is claude, codex, gemini, opencode, or shim. An agent's settings keep all that is not ours, and a copy of how",
    "they were lies beside them. What cannot be recorded is not run, unless --on-failure pass. DIRECTORY is where the",
    "launchers go.",
  ].join("\n"),
  async run({ options, arguments: [what = "", directory], terminal, note }) {
    if (what === "shim") {
      const { installShims } = await shims();
      const { ownCommand } = await hookInstallation();
      const folder = await shimFolderOf(directory, terminal.env);
      const programs = await installShims(folder, ownCommand(), { passes: onFailureOf(options) === "pass" });
      await coverShims("open", programs, terminal.env);
      const line = `export PATH="${folder}:$PATH"`;
      note("add this line to the profile of whoever shall be recorded, the one that login shells read too:");
      return { text: line, data: { folder, programs, line } };
    }
    const agent = agentNamed(what);
    const { installHooks } = await hookInstallation();
    const scope = oneOf("--scope", options.scope ?? "user", ["user", "project"]);
    const wishes = { ...settingsOf(options), onFailure: onFailureOf(options) };
    const { path, changed } = await installHooks(placeOf(agent, scope, terminal.env), wishes);
    for (const remark of remarks[agent]) note(remark);
    return {
      text: changed ? `hooks for ${agent}: ${path}` : `hooks for ${agent} are in ${path} already`,
      data: { agent, scope, path, changed },
    };
  },
});

const remarks = {
  claude: ["sessions that are running now keep their hooks: start a new one"],
  codex: ["Codex runs hooks only after you have looked at them: start it, type /hooks and trust those of airworthy"],
  gemini: ["Gemini CLI runs no hooks in a folder that it does not trust"],
  opencode: ["sessions that are running now do not have the plugin: start a new one"],
} as const;
