import { homedir } from "node:os";
import { join } from "node:path";
import { hookWords, ownCommand, type Wishes } from "./command-line.ts";
import type { HookScope } from "./targets.ts";

/** By its first line a plugin is known to be ours. */
export const pluginHeadline =
  "// Made by `airworthy hook install opencode`; `airworthy hook uninstall opencode` removes it.";

export function pluginPath(scope: HookScope, directory: string, environment: NodeJS.ProcessEnv): string {
  const config = environment.XDG_CONFIG_HOME ?? join(environment.HOME ?? homedir(), ".config");
  return join(scope === "user" ? join(config, "opencode") : join(directory, ".opencode"), "plugins", "airworthy.js");
}

/** opencode takes no commands as hooks but a program of its own kind: this one calls ours, and blocks by throwing. */
export function pluginText(wishes: Wishes): string {
  const [node, script] = ownCommand();
  const line = (stage: "pre" | "post") => JSON.stringify([node, script, ...hookWords(stage, "opencode", wishes)]);
  return `${pluginHeadline}
import { spawn } from "node:child_process";

const commands = { pre: ${line("pre")}, post: ${line("post")} };
const blocks = ${JSON.stringify(wishes.onFailure === "block")};

function call(stage, payload) {
  return new Promise((resolve) => {
    const [program, ...words] = commands[stage];
    const child = spawn(program, words, { stdio: ["pipe", "pipe", "pipe"] });
    const said = { out: "", err: "" };
    child.stdout.on("data", (chunk) => (said.out += chunk));
    child.stderr.on("data", (chunk) => (said.err += chunk));
    child.stdin.on("error", () => {});
    child.stdin.end(JSON.stringify(payload));
    child.on("error", (error) => resolve({ failed: String(error) }));
    child.on("close", (code) => resolve(code === 0 ? { said: said.out } : { failed: said.err.trim() || "exit code " + code }));
  });
}

function read(text) {
  try {
    return text.trim() === "" ? {} : JSON.parse(text);
  } catch {
    return {};
  }
}

export const Airworthy = async ({ directory }) => {
  const risks = new Map();
  const sessions = new Set();
  const tell = (event, session, more = {}) => call("post", { event, session, directory, ...more });
  return {
    "tool.execute.before": async ({ tool, sessionID: session, callID }, { args }) => {
      if (!sessions.has(session)) {
        sessions.add(session);
        await tell("session-begins", session);
      }
      const { said, failed } = await call("pre", { event: "before", session, call: callID, tool, args, directory });
      if (failed !== undefined && blocks) throw new Error("airworthy could not record this call, so it is blocked: " + failed);
      const { deny, context } = read(said ?? "");
      if (deny) throw new Error(deny);
      if (context) risks.set(callID, context);
    },
    "tool.execute.after": async ({ tool, sessionID: session, callID, args }, output) => {
      await tell("after", session, { call: callID, tool, args, exit: output.metadata?.exit });
      const risk = risks.get(callID);
      if (risk && typeof output.output === "string") output.output += "\\n\\n" + risk;
      risks.delete(callID);
    },
    // A call that failed or was refused has no "after": only the part of the message tells of it.
    event: async ({ event }) => {
      const { sessionID: session, part } = event.properties ?? {};
      if (event.type === "message.part.updated" && part?.type === "tool" && part.state?.status === "error") {
        const { callID, tool, state } = part;
        await tell("after", part.sessionID, { call: callID, tool, args: state.input ?? {}, error: state.error || "failed" });
      }
      if (event.type === "session.idle" && sessions.has(session)) await tell("turn-ends", session);
      if (event.type === "session.deleted" && sessions.delete(event.properties.info?.id)) {
        await tell("session-ends", event.properties.info.id);
      }
    },
  };
};
`;
}
