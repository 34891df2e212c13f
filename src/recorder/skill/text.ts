/**
 * What agents are told about the recorder, as a skill and as the instructions of the MCP server. Every entry says which
 * version an agent had, so that its behaviour can be compared from version to version: a change of the words below is a
 * new version, and a test holds us to it.
 */
export const skillVersion = "1.0.0";
export const skillName = "airworthy";

/** As it stands in `actor.prompt`. */
export const skillPrompt = `${skillName}-skill@${skillVersion}`;
export const instructionsPrompt = `${skillName}-mcp@${skillVersion}`;

const rules = [
  "Before anything that may change infrastructure, call `prescribe` with the exact command or manifest. Looking at things (get, describe, logs, plan, diff, --dry-run) needs no prescription.",
  "If `prescribe` fails, do not act. Without a record there is no operation: tell the user what the error says.",
  "Read the answer. If the risk is high or critical, or the targets are not the ones you meant, stop and think again: choose a smaller step, ask, or decline.",
  "Do exactly what you prescribed. If the command, the manifest or the target changes, prescribe again.",
  "Afterwards call `report` exactly once for each prescription, also after a failure, with the exit code that the command really had. A new attempt is a new prescription.",
  "If you decide not to act, call `decline` with what made you stop and why. Declining is a good outcome, not a failure.",
  "If you are not sure whether something changes anything, prescribe it.",
  "Never put secrets into intents or reasons. Never edit, delete or hide the log or its keys.",
];

const numbered = rules.map((rule, index) => `${index + 1}. ${rule}`).join("\n");

/** For agents that are connected to the MCP server. */
export const instructions = `Airworthy is a flight recorder for operations on infrastructure: it writes down what you intend before you do it, tells you the risk, and records what came of it. The log is signed and cannot be changed later.

${numbered}

Tools: \`prescribe\` (before), \`report\` (after), \`decline\` (instead), \`explain_risk\` (what would the risk be; records nothing), \`pending\` (what you still owe a report for), \`entries\` and \`entry\` (what is on record).`;

/** For agents that have a shell; the MCP server is used where it is connected. */
export const skill = `---
name: ${skillName}
description: Record infrastructure changes before making them. Use whenever you are about to run kubectl, helm, terraform, tofu, argocd, docker or a cloud CLI in a way that may change something, or are asked to operate, deploy, scale, restart, roll back, clean up or repair a system.
metadata:
  version: "${skillVersion}"
---

# Recording what you do to infrastructure

Airworthy writes down what you intend before you do it, tells you the risk, and records what came of it.

${numbered}

## With the MCP server

Where tools named \`prescribe\`, \`report\` and \`decline\` of a server "airworthy" are there, use those.

\`\`\`text
prescribe {"command": ["kubectl", "-n", "shop", "rollout", "restart", "deployment/web"], "intent": "web does not see the new config"}
  -> id, risk level, targets, what to check first
(run exactly that command)
report {"prescription": "<id>", "verdict": "success", "exitCode": 0}
\`\`\`

## With a shell only

Put \`airworthy exec --\` before the command. It prescribes, shows the risk, runs the command and reports its exit code.

\`\`\`sh
airworthy exec --intent "web does not see the new config" -- kubectl -n shop rollout restart deployment/web
\`\`\`

If hooks are installed (\`airworthy hook status\`), shell commands are recorded by themselves, and the risk comes back as
context: then neither prescribe nor wrap them, but still read the risk, and still decline in words when you stop.

## What counts as a change

- kubectl: apply, create, delete, edit, patch, replace, scale, set, label, annotate, rollout restart|undo, cordon, drain, exec, cp, run
- helm: install, upgrade, rollback, uninstall. terraform, tofu: apply, destroy, import, state, taint
- argocd: app sync, set, delete, rollback. docker: run, rm, stop, kill, push, compose up|down. Cloud CLIs: whatever is not list, get or describe
- Scripts, one-liners with several commands, and tools you do not know: prescribe them whole
`;
