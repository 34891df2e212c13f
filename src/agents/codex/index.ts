import { home, type Manner, noKey } from "../programs/manner.ts";
import { codexReader } from "./events.ts";

/** OpenAI's Codex. It reads TOML, of which strings and lists of them are the same as JSON's. */
export const codex: Manner = {
  program: "codex",
  speaks: ["openai", "openai-compatible"],
  settle({ url, model, servers, hooked }) {
    const settings = [
      ...(model === undefined ? [] : [`model = ${JSON.stringify(model)}`]),
      'model_provider = "endpoint"',
      'web_search = "disabled"',
      "check_for_update_on_startup = false",
      // A login shell would set the PATH anew, and the launchers of a recorder would not be in it.
      "allow_login_shell = false",
      ...["[analytics]", "enabled = false"],
      ...["[otel]", 'exporter = "none"', 'metrics_exporter = "none"'],
      ...["[features]", "plugins = false"],
      ...["[model_providers.endpoint]", 'name = "endpoint"', `base_url = ${JSON.stringify(`${url}/v1`)}`],
      ...['wire_api = "responses"', 'env_key = "OPENAI_API_KEY"'],
      ...servers.flatMap(({ name, command, args }) => [
        ...[`[mcp_servers.${name}]`, `command = ${JSON.stringify(command)}`, `args = ${JSON.stringify(args)}`],
        // It hands its environment to nobody that is not named here.
        ...['env_vars = ["AIRWORTHY_ACTOR"]', "startup_timeout_sec = 120", "required = true"],
      ]),
    ];
    return {
      words: [
        ...["codex", "exec", "--json", "--skip-git-repo-check", "--dangerously-bypass-approvals-and-sandbox"],
        ...(hooked ? ["--dangerously-bypass-hook-trust"] : []),
        "-",
      ],
      env: { OPENAI_API_KEY: noKey },
      files: [{ path: `${home}/.codex/config.toml`, content: `${settings.join("\n")}\n` }],
    };
  },
  reader: codexReader,
};
