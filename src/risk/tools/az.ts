import type { OperationClass, Target } from "../../evidence/index.ts";
import { classOfVerb } from "../families.ts";
import { type Flags, readFlags } from "../flags.ts";
import type { PolicyDocument } from "../model.ts";
import type { Look, Scene } from "../scene.ts";
import { isKnown } from "../words.ts";

/** Options without a value; all others have one. */
const switches = new Set(
  "yes no-wait force purge debug verbose only-show-errors help admin overwrite-existing recursive what-if confirm-with-what-if all".split(
    " ",
  ),
);
const short = { g: "resource-group", n: "name", o: "output", y: "yes", h: "help" };

export const az: Look = async (words, scene) => {
  const given = words.slice(1);
  const named = given.flatMap((word) => /^--([^=]+)$/.exec(word)?.[1] ?? []).filter((name) => !switches.has(name));
  const values = new Set([...named, "resource-group", "name", "output", "s", "u", "p", "l", "d", "a", "c", "f", "k"]);
  const flags = readFlags(given, { values, short });
  // The verb is the last word before the options.
  const before = given.findIndex((word) => word.startsWith("-"));
  const groupWords = given.slice(0, before < 0 ? undefined : before);
  const verb = groupWords.at(-1) ?? "";
  const group = groupWords.slice(0, -1);
  const kind = await classOf(group, verb, flags, scene);
  const names = [flags.value("name"), flags.value("ids"), flags.value("id")].filter((name) => name !== undefined);
  const account = [flags.value("subscription") ?? scene.variable("AZURE_SUBSCRIPTION_ID") ?? ""];
  const place = flags.value("resource-group");
  const isGroup = group[0] === "group" || group.length === 0;
  const targets: Target[] = (names.length === 0 ? [isGroup ? (place ?? "*") : "*"] : names).map((name) => ({
    system: "azure",
    kind: group.join(" ") || "az",
    name,
    ...(place !== undefined && { namespace: place }),
    action: verb,
  }));
  const policies = policiesOf(group, verb, flags);
  const hints = { accounts: account, namespaces: [place ?? ""] };
  scene.add({
    tool: "az",
    operation: groupWords.join(" "),
    class: kind,
    words,
    flags: flags.record(),
    targets,
    policies,
    hints,
  });
  return { class: kind };
};

async function classOf(group: readonly string[], verb: string, flags: Flags, scene: Scene): Promise<OperationClass> {
  if (flags.on("help") || verb === "" || ["version", "find", "help"].includes(verb)) return "read";
  if (verb === "invoke") return invoked(group, flags, scene);
  if (verb === "rest") return byMethod(flags.value("method") ?? "GET");
  if (verb === "get-credentials") return "mutate";
  if (verb === "what-if" || flags.on("what-if")) return "plan";
  const kind = isKnown(verb) ? classOfVerb(verb) : "unknown";
  if (kind === "unknown") scene.unknown(`az ${[...group, verb].join(" ")}: what it changes is not known here`);
  return kind;
}

/** `az aks command invoke --command "kubectl …"`, `az vm run-command invoke --scripts "…"`. */
async function invoked(group: readonly string[], flags: Flags, scene: Scene): Promise<OperationClass> {
  const text = flags.value("command") ?? flags.value("scripts");
  if (text === undefined) {
    scene.unknown(`what az ${group.join(" ")} invoke runs is known only when it does`);
    return "unknown";
  }
  const inside = `${group[0]} ${flags.value("name") ?? "*"}`;
  return (await scene.with({ inside, input: undefined }).script(text)).class;
}

function byMethod(method: string): OperationClass {
  if (/^(get|head)$/i.test(method)) return "read";
  return /^delete$/i.test(method) ? "destroy" : "mutate";
}

function policiesOf(group: readonly string[], verb: string, flags: Flags): PolicyDocument[] {
  if (group.join(" ") !== "role assignment" || !/^(create|delete|update)$/.test(verb)) return [];
  const assignee = flags.value("assignee") ?? flags.value("assignee-object-id");
  const value = { assignee, role: flags.value("role"), scope: flags.value("scope") ?? flags.value("scopes") };
  return [
    {
      document: `az role assignment ${verb}`,
      system: "azure",
      action: verb === "delete" ? "remove" : verb,
      ...(assignee !== undefined && { subject: assignee }),
      value,
    },
  ];
}
