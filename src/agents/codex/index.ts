import { home, type Manner, noKey } from "../programs/manner.ts";
import { codexReader } from "./events.ts";

const quoted = (text: string) => JSON.stringify(text);

/** Features by which it acts itself. */
const ownTools = ["shell_tool", "unified_exec", "view_image", "multi_agent", "image_generation", "sleep_tool", "goals"];

const catalog = `${home}/.codex/models.json`;

/** Whether a model is given a tool for patches is written down with the model, and nowhere else. */
function withoutPatches(known: string): string {
  const { models } = JSON.parse(known) as { models: readonly object[] };
  return JSON.stringify({ models: models.map((model) => ({ ...model, apply_patch_tool_type: null })) });
}

/** OpenAI's Codex. It reads TOML, of which strings and lists of them are the same as JSON's. */
export const codex: Manner = {
  program: "codex",
  speaks: ["openai", "openai-compatible"],
  inquiry: ["codex", "debug", "models", "--bundled"],
  settle({ url, model, servers, onlyServers, known, prompt, hooked }) {
    const settings = [
      ...(model === undefined ? [] : [`model = ${JSON.stringify(model)}`]),
      ...(prompt === undefined ? [] : [`developer_instructions = ${quoted(prompt)}`]),
      ...(known === undefined ? [] : [`model_catalog_json = ${quoted(catalog)}`]),
      'model_provider = "endpoint"',
      'web_search = "disabled"',
      "check_for_update_on_startup = false",
      // A login shell would set the PATH anew, and the launchers of a recorder would not be in it.
      "allow_login_shell = false",
      ...["[analytics]", "enabled = false"],
      ...["[otel]", 'exporter = "none"', 'metrics_exporter = "none"'],
      ...["[features]", "plugins = false", ...(onlyServers ? ownTools.map((feature) => `${feature} = false`) : [])],
      ...["[model_providers.endpoint]", 'name = "endpoint"', `base_url = ${JSON.stringify(`${url}/v1`)}`],
      ...['wire_api = "responses"', 'env_key = "OPENAI_API_KEY"'],
      ...servers.flatMap(({ name, command, args, env }) => [
        ...[`[mcp_servers.${name}]`, `command = ${JSON.stringify(command)}`, `args = ${JSON.stringify(args)}`],
        // It hands its environment to nobody that is not named here.
        ...['env_vars = ["AIRWORTHY_ACTOR", "KUBECONFIG"]', "startup_timeout_sec = 120", "required = true"],
        ...[`[mcp_servers.${name}.env]`, ...Object.entries(env).map((pair) => pair.map(quoted).join(" = "))],
      ]),
    ];
    return {
      words: [
        ...["codex", "exec", "--json", "--skip-git-repo-check", "--dangerously-bypass-approvals-and-sandbox"],
        ...(hooked ? ["--dangerously-bypass-hook-trust"] : []),
        "-",
      ],
      env: { OPENAI_API_KEY: noKey },
      files: [
        { path: `${home}/.codex/config.toml`, content: `${settings.join("\n")}\n` },
        ...(known === undefined ? [] : [{ path: catalog, content: withoutPatches(known) }]),
      ],
    };
  },
  reader: codexReader,
};
