import type { OperationClass, Target } from "../../evidence/index.ts";
import { isObject } from "../documents/json.ts";
import { readValues } from "../documents/yaml.ts";
import { classOfVerb } from "../families.ts";
import { type Flags, readFlags } from "../flags.ts";
import type { PolicyDocument } from "../model.ts";
import type { Look, Scene } from "../scene.ts";
import { isKnown } from "../words.ts";

/** Options without a value; all others have one. */
const switches = new Set(
  `quiet async recursive all all-versions force no-user-output-enabled log-http preview no-wait wait allow-unauthenticated
  no-allow-unauthenticated help follow-name no-async validate-only dry-run continue-on-error delete-disks keep-disks
  no-clobber delete-unmatched-destination-objects internal-ip tunnel-through-iap`.split(/\s+/),
);

export const gcloud: Look = async (words, scene) => {
  const flags = readGcloud(words.slice(1));
  const plain = flags.words.filter((word) => !["alpha", "beta", "preview"].includes(word));
  const at = plain.findIndex((word, place) => place > 0 && verbs(word, plain[place - 1]));
  const [group, verb, names] = at < 0 ? [plain, "", []] : [plain.slice(0, at), plain[at] ?? "", plain.slice(at + 1)];
  const kind = await classOf(group, verb, flags, scene);
  const project = flags.value("project") ?? scene.variable("CLOUDSDK_CORE_PROJECT");
  const accounts = [
    project ?? "",
    flags.value("account") ?? "",
    flags.value("configuration") ?? scene.variable("CLOUDSDK_ACTIVE_CONFIG_NAME") ?? "",
  ];
  if (group[0] === "projects") accounts.push(names[0] ?? "");
  const place = group.join(" ");
  const targets: Target[] = (names.length === 0 ? ["*"] : names.slice(0, 100)).map((name) => ({
    system: "gcloud",
    kind: place || "gcloud",
    name,
    action: verb,
  }));
  const policies = await policiesOf(verb, names, flags, scene);
  const operation = [...group, verb].join(" ").trim();
  scene.add({
    tool: "gcloud",
    operation,
    class: kind,
    words,
    flags: flags.record(),
    targets,
    policies,
    hints: { accounts },
  });
  return { class: kind };
};

function readGcloud(words: readonly string[]): Flags {
  const names = words
    .flatMap((word) => /^--([^=]+)$/.exec(word)?.[1] ?? [])
    .filter((name) => !switches.has(name) && !name.startsWith("no-"));
  return readFlags(words, { values: new Set(names), short: { q: "quiet", h: "help" } });
}

/** Groups are nouns, verbs are of a family: "compute instances delete", "config set", "run deploy". */
const verbs = (word: string, before: string | undefined) =>
  (classOfVerb(word) !== "unknown" || /^(ssh|scp|call|access|rsync|print-.*|invoke|execute)$/.test(word)) &&
  before !== "help";

async function classOf(group: readonly string[], verb: string, flags: Flags, scene: Scene): Promise<OperationClass> {
  if (flags.on("help") || group.length === 0 || ["info", "version", "help", "topic"].includes(group[0] ?? ""))
    return "read";
  if (verb === "ssh") {
    const command = flags.value("command") ?? (flags.rest.length > 0 ? flags.rest.join(" ") : undefined);
    if (command === undefined) scene.unknown("what is typed into the machine is known only when it is");
    return command === undefined
      ? "unknown"
      : (await scene.with({ inside: "a machine of gcloud" }).script(command)).class;
  }
  if (verb === "rsync") return flags.on("delete-unmatched-destination-objects") ? "destroy" : "mutate";
  if (verb === "scp") return "mutate";
  if (verb === "access" || verb.startsWith("print-")) return "read";
  // It writes the credentials into the kubeconfig and makes them current.
  if (verb === "get-credentials") return "mutate";
  if (verb === "remove-iam-policy-binding") return "mutate";
  const kind = isKnown(verb) ? classOfVerb(verb) : "unknown";
  if (kind === "unknown") scene.unknown(`gcloud ${[...group, verb].join(" ")}: what it changes is not known here`);
  const isDry = flags.on("validate-only") || flags.on("dry-run") || flags.on("preview");
  return isDry && kind !== "read" && kind !== "unknown" ? "plan" : kind;
}

async function policiesOf(
  verb: string,
  names: readonly string[],
  flags: Flags,
  scene: Scene,
): Promise<PolicyDocument[]> {
  const [resource = "*"] = names;
  const common = { system: "gcloud" as const, document: `gcloud ${verb}` };
  if (/^(add|remove)-iam-policy-binding$/.test(verb)) {
    const [member, role] = [flags.value("member"), flags.value("role")];
    const subject = member === undefined ? {} : { subject: member };
    return [{ ...common, action: verb.split("-")[0] ?? verb, ...subject, value: { member, role, resource } }];
  }
  if (verb !== "set-iam-policy") return [];
  const flow = names[1] === undefined ? undefined : scene.read(names[1]);
  const policies: PolicyDocument[] = [];
  for (const document of flow?.documents ?? []) {
    const { values } = await readValues(document);
    for (const value of values.filter(isObject)) {
      for (const binding of (Array.isArray(value.bindings) ? value.bindings : []).filter(isObject)) {
        for (const member of Array.isArray(binding.members) ? binding.members : []) {
          const fields = { member: String(member), role: binding.role, resource };
          policies.push({ ...common, document: document.name, action: "set", subject: String(member), value: fields });
        }
      }
    }
  }
  return policies;
}
