import type { OperationClass, Target } from "../../evidence/index.ts";
import { actionOf, changesOf } from "../documents/plan.ts";
import { type Flags, readFlags } from "../flags.ts";
import type { TerraformChange } from "../model.ts";
import type { Flow, Look, Scene } from "../scene.ts";
import { hole, isKnown } from "../words.ts";

const values = new Set(
  `chdir var var-file target replace state state-out backup backup-out out lock-timeout parallelism backend-config
  plugin-dir from-module generate-config-out exclude filter test-directory target-file exclude-file
  terragrunt-working-dir terragrunt-config working-dir config terragrunt-iam-role iam-assume-role`.split(/\s+/),
);

/** Under which a shell session keeps what `workspace select` chose. */
const chosenWorkspace = "\0terraform workspace";

const plain: Readonly<Record<string, OperationClass>> = {
  plan: "plan",
  init: "plan",
  get: "plan",
  validate: "read",
  show: "read",
  output: "read",
  graph: "read",
  providers: "read",
  version: "read",
  metadata: "read",
  console: "read",
  help: "read",
  "": "read",
  fmt: "mutate",
  import: "mutate",
  refresh: "mutate",
  taint: "mutate",
  untaint: "mutate",
  test: "mutate",
  login: "mutate",
  logout: "mutate",
  "force-unlock": "mutate",
  "state list": "read",
  "state show": "read",
  "state pull": "read",
  "state mv": "mutate",
  "state replace-provider": "mutate",
  "state rm": "destroy",
  "state push": "destroy",
  "workspace list": "read",
  "workspace show": "read",
  "workspace select": "mutate",
  "workspace new": "mutate",
  "workspace delete": "destroy",
};

/** terraform, and what takes its place: OpenTofu, and Terragrunt around either. */
export const terraform: Look = async (words, scene) => {
  const [tool = "terraform"] = words;
  const flags = readFlags(words.slice(words[1] === "--" ? 2 : 1), { values, oneDash: true });
  const given = tool === "terragrunt" ? unwrapped(flags.words) : flags.words;
  const [first = "", ...others] = given;
  const verb =
    first === "state" || first === "workspace" || first === "env"
      ? `${first.replace("env", "workspace")} ${others[0] ?? ""}`
      : first;
  const rest = verb.includes(" ") ? others.slice(1) : others;
  const directory = scene.path(
    flags.value("chdir") ?? flags.value("terragrunt-working-dir") ?? flags.value("working-dir") ?? ".",
  );
  const here = scene.with({ session: { ...scene.at.session, directory } });
  const hints = { workspaces: workspaceOf(here), paths: [directory, ...flags.list("var-file")] };
  if (verb === "workspace select" || verb === "workspace new") {
    scene.at.session.variables.set(chosenWorkspace, rest[0] ?? hole);
    hints.workspaces.push(rest[0] ?? hole);
  }
  const common = { tool, operation: verb, words, flags: flags.record(), hints };
  if (verb === "apply" || verb === "destroy") {
    const { kind, changes, targets } = await applied(tool, verb, rest, flags, here);
    scene.add({ ...common, class: kind, changes, targets });
    return { class: kind };
  }
  const kind = classOf(verb, flags, scene);
  const named = kind === "mutate" || kind === "destroy" ? rest : [];
  const targets = named.map((name) => ({ system: "terraform", kind: verb.split(" ")[0] ?? verb, name, action: verb }));
  scene.add({ ...common, class: kind, targets });
  return { class: kind };
};

/** `terragrunt run-all apply`, `run --all apply`, `apply-all`, `stack run apply`. */
function unwrapped(words: readonly string[]): readonly string[] {
  if (words[0] === "stack" && words[1] === "run") return words.slice(2);
  if (words[0] === "run-all" || words[0] === "run") return words.slice(1);
  return words.map((word, at) => (at === 0 ? word.replace(/-all$/, "") : word));
}

function classOf(verb: string, flags: Flags, scene: Scene): OperationClass {
  if (verb === "fmt" && (flags.on("check") || flags.value("write") === "false")) return "read";
  if (verb === "init" && (flags.on("migrate-state") || flags.on("force-copy"))) return "mutate";
  const kind = Object.hasOwn(plain, verb) && isKnown(verb) ? plain[verb] : undefined;
  if (kind === undefined)
    scene.unknown(`terraform ${verb}: neither a verb known here nor one that is certain to be harmless`);
  return kind ?? "unknown";
}

/** What `apply` and `destroy` change: the plan says it, or nobody does before the run. */
async function applied(tool: string, verb: string, rest: readonly string[], flags: Flags, scene: Scene) {
  const flow = planOf(tool, rest[0], scene);
  const changes = (await changesOf(flow, scene)) ?? [];
  const destroys = verb === "destroy" || flags.on("destroy") || flags.all.has("replace");
  const deletes = changes.some(({ actions }) => actions.includes("delete"));
  const kind: OperationClass = destroys || deletes ? "destroy" : "mutate";
  const known = flow !== undefined && (await changesOf(flow, scene)) !== undefined;
  if (!known) scene.unknown(`what ${tool} ${verb} changes is known only when it runs: no plan was seen`);
  return { kind, changes, targets: known ? changes.map(targetOf) : assumed(verb, flags, destroys) };
}

function planOf(tool: string, file: string | undefined, scene: Scene): Flow | undefined {
  const plans = scene.world.documents;
  if (file === undefined) return plans.length > 0 ? { documents: plans } : undefined;
  if (file.endsWith(".json")) return scene.read(file);
  const program = tool === "tofu" ? "tofu" : "terraform";
  const shown = scene.render([program, "show", "-json", scene.path(file)]);
  return shown ?? (plans.length > 0 ? { documents: plans } : undefined);
}

const targetOf = (change: TerraformChange): Target => ({
  system: "terraform",
  kind: change.type,
  name: change.address,
  action: actionOf(change),
});

function assumed(verb: string, flags: Flags, destroys: boolean): Target[] {
  const named = [...flags.list("target"), ...flags.list("replace")];
  const action = destroys ? (flags.all.has("replace") ? "replace" : "delete") : verb;
  return (named.length === 0 ? ["*"] : named).map((name) => {
    const type = /(?:^|\.)([a-z0-9]+_[a-z0-9_]+)\.[^.]+$/.exec(name)?.[1];
    return { system: "terraform", kind: type ?? "*", name, action };
  });
}

function workspaceOf(scene: Scene): string[] {
  const chosen = scene.at.session.variables.get(chosenWorkspace) ?? scene.variable("TF_WORKSPACE");
  if (chosen !== undefined && chosen !== hole) return [chosen];
  const path = scene.path(".terraform/environment");
  const [kept] = (isKnown(path) && scene.see({ ask: "file", path })?.documents) || [];
  return kept === undefined ? [] : [Buffer.from(kept.base64, "base64").toString().trim()];
}
