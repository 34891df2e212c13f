import { type Operation, understand } from "../risk/index.ts";
import type { Call, CallClass, Step } from "./story.ts";
import { kindOfTool } from "./tool-names.ts";

export interface ToldSteps {
  readonly is: CallClass;
  readonly text: string;
  readonly steps: readonly Step[];
}

type Command = Operation["commands"][number];

/** What one call comes to, command by command. */
export async function stepsOf(call: Call, index: number): Promise<ToldSteps> {
  const { command, tool } = call;
  const kind = kindOfTool(tool);
  if (command === undefined || kind.isOwn) {
    const text = `${tool} ${JSON.stringify(call.arguments ?? command ?? {})}`;
    const is = kind.isOwn ? "other" : kind.is === "read" ? "look" : kind.is;
    return { is: kind.is, text, steps: [{ call: index, is, targets: [], text }] };
  }
  const text = typeof command === "string" ? command : command.join(" ");
  const operation = await understand({
    ...(typeof command === "string" ? { shell: command } : { command }),
    ...{ version: 1, directory: "/", documents: [], findings: [], answers: [] },
  });
  const steps: Step[] = [];
  const run = withoutAnnounced(operation.commands);
  for (const each of run) steps.push(await stepOf(each, index));
  return { is: classOf(run, steps), text, steps };
}

async function stepOf(command: Command, call: number): Promise<Step> {
  const { words, flags } = command;
  // By itself, because what a whole line only reads is not among the targets of one that also changes something.
  const { targets } = await understand({
    ...{ version: 1, command: words, directory: "/", documents: [], findings: [], answers: [] },
  });
  const namespace = flags.get("namespace");
  return {
    ...{ call, is: kindOf(command, targets), targets, text: words.join(" ") },
    ...(typeof namespace === "string" ? { namespace } : {}),
  };
}

/** Programs that ask a system; what is read of files and manuals shows nothing of it. */
const askers = new Set([
  "kubectl",
  "oc",
  "helm",
  "argocd",
  "curl",
  "wget",
  "nslookup",
  "dig",
  "getent",
  "ping",
  "host",
]);
const manuals =
  /^(auth|explain|version|api-resources|api-versions|config|completion|help|cluster-info|options|plugin)\b/;

/** What is the actor's own: nothing of it is the system's that it was to work on. */
const own = new Set(["files", "host", "git", "kubeconfig"]);
const systems = new Set(["kubectl", "oc", "helm", "argocd", "terraform", "tofu", "docker", "aws", "gcloud", "az"]);
const ofCharts = /^(repo|dependency|dep|pull|fetch|push|package|create|registry|plugin)\b/;

function isWrite({ tool, operation, inside }: Command, targets: Step["targets"]): boolean {
  if (inside !== undefined || targets.some(({ system }) => !own.has(system))) return true;
  return targets.length === 0 && systems.has(tool) && !(tool === "helm" && ofCharts.test(operation));
}

function kindOf(command: Command, targets: Step["targets"]): Step["is"] {
  const { tool, operation, class: kind, flags } = command;
  if (kind === "mutate" || kind === "destroy") return isWrite(command, targets) ? "write" : "other";
  const waits = tool === "sleep" || /^(wait|rollout status)\b/.test(operation) || flags.has("watch");
  if (waits) return "wait";
  return askers.has(tool) && kind !== "unknown" && !manuals.test(operation) ? "look" : "other";
}

/** A call that writes is a write, whatever else it does; one that waits and then looks is a look. */
function classOf(commands: readonly Command[], steps: readonly Step[]): CallClass {
  const has = (is: Step["is"]) => steps.some((step) => step.is === is);
  if (has("write")) return "write";
  if (has("look")) return "read";
  if (has("wait")) return "wait";
  const reads = commands.length > 0 && commands.every(({ class: kind }) => kind === "read" || kind === "plan");
  return reads ? "read" : "other";
}

/** To announce a command to the recorder, or to report on one, is not to run it. */
function withoutAnnounced(commands: readonly Command[]): Command[] {
  const announced = commands.filter(({ tool, operation }) => tool === "airworthy" && operation !== "exec");
  const isAnnounced = (command: Command) =>
    announced.some((each) => each !== command && each.words.join(" ").includes(command.words.join(" ")));
  return commands
    .filter((command) => !isAnnounced(command))
    .flatMap((command): Command[] => {
      if (command.tool !== "airworthy") return [command];
      // What runs inside is there by itself.
      return command.operation === "exec" ? [] : [{ ...command, class: "unknown" }];
    });
}
