import type { OperationClass, Target } from "../../evidence/index.ts";
import { isObject } from "../documents/json.ts";
import { readValues } from "../documents/yaml.ts";
import { classOfVerb } from "../families.ts";
import { classOfWrite, fileTarget } from "../files.ts";
import type { PolicyDocument } from "../model.ts";
import { worse } from "../operation-class.ts";
import { flowOf, type Look, type Scene } from "../scene.ts";
import { smell } from "../shell/smell.ts";
import { hole, isKnown } from "../words.ts";

const switches =
  /^(dry-run|dryrun|recursive|delete|force|quiet|debug|no-.*|generate-cli-skeleton|skip-final-snapshot|publicly-accessible|multi-az|enable-.*|disable-.*|include-.*|only-show-errors|exact-timestamps|size-only)$/;

interface Read {
  readonly words: readonly string[];
  readonly options: ReadonlyMap<string, readonly string[]>;
}

/** Options in the plural take all words up to the next one: `--instance-ids i-1 i-2`. */
function read(given: readonly string[]): Read {
  const words: string[] = [];
  const options = new Map<string, string[]>();
  for (let at = 0; at < given.length; at += 1) {
    const [, name, value] = /^--([^=]+)(?:=([\s\S]*))?$/.exec(given[at] ?? "") ?? [];
    if (name === undefined) words.push(given[at] ?? "");
    else {
      const values = value === undefined ? [] : [value];
      const most = value !== undefined || switches.test(name) ? 0 : name.endsWith("s") ? Number.POSITIVE_INFINITY : 1;
      while (values.length < most && at + 1 < given.length && !/^--/.test(given[at + 1] ?? ""))
        values.push(given[++at] ?? "");
      options.set(name, [...(options.get(name) ?? []), ...values]);
    }
  }
  return { words, options };
}

export const aws: Look = async (words, scene) => {
  const { words: plain, options } = read(words.slice(1));
  const [service = "", verb = "", ...paths] = plain;
  const kind = classOf(service, verb, paths, options, scene);
  const targets = service === "s3" ? onS3(verb, paths, scene) : onService(service, verb, options);
  const policies = await policiesIn(verb, options, scene);
  const profile = options.get("profile")?.[0] ?? scene.variable("AWS_PROFILE");
  const accounts = [
    profile ?? "",
    ...words.flatMap((word) => /\barn:aws[\w-]*:[\w-]*:[\w-]*:(\d{12}):/.exec(word)?.[1] ?? []),
  ];
  const flags = new Map(
    [...options].map(([name, values]) => [name, values.length === 0 ? (true as const) : values.join(",")]),
  );
  scene.add({
    tool: "aws",
    operation: `${service} ${verb}`.trim(),
    class: kind,
    words,
    flags,
    targets,
    policies,
    hints: { accounts },
  });
  return { class: kind };
};

function classOf(
  service: string,
  verb: string,
  paths: readonly string[],
  options: Read["options"],
  scene: Scene,
): OperationClass {
  if (service === "" || verb === "help" || service === "help" || options.has("generate-cli-skeleton")) return "read";
  if (service === "s3") return onlyDry(options, s3Class(verb, paths, options, scene));
  if (service === "configure") return /^(list|get|list-profiles)$/.test(verb) ? "read" : "mutate";
  const kind = classOfVerb(verb);
  if (kind === "unknown") scene.unknown(`aws ${service} ${verb}: what it changes is not known here`);
  if (service === "ssm" && /^(send-command|start-session|start-automation-execution)$/.test(verb)) {
    scene.unknown(`what aws ssm ${verb} runs on the machines is known only when it does`);
    return worse(kind, smell([...options.values()].flat().join("\n")));
  }
  return onlyDry(options, kind);
}

const onlyDry = (options: Read["options"], kind: OperationClass): OperationClass =>
  (options.has("dry-run") || options.has("dryrun")) && kind !== "read" ? "plan" : kind;

function s3Class(verb: string, paths: readonly string[], options: Read["options"], scene: Scene): OperationClass {
  if (verb === "ls" || verb === "presign") return "read";
  if (verb === "rm" || verb === "rb" || (verb === "sync" && options.has("delete"))) return "destroy";
  const to = paths.at(-1) ?? hole;
  if ((verb === "cp" || verb === "sync") && isKnown(to) && !to.startsWith("s3://"))
    return to === "-" ? "read" : classOfWrite(scene.path(to));
  return /^(cp|mv|sync|mb|website)$/.test(verb) ? "mutate" : "unknown";
}

function onS3(verb: string, paths: readonly string[], scene: Scene): Target[] {
  const changed = verb === "cp" || verb === "sync" || verb === "mv" ? paths.slice(-1) : paths;
  return changed.map((path) =>
    path.startsWith("s3://") || !isKnown(path)
      ? { system: "aws", kind: "s3", name: path, action: verb }
      : fileTarget(scene.path(path), "write"),
  );
}

const naming = /^(name|names|bucket|key-id|.*-(id|ids|name|names|arn|arns|identifier|identifiers))$/;

/** Options that name something, the most telling first. */
function onService(service: string, verb: string, options: Read["options"]): Target[] {
  const found = [...options].filter(
    ([name, values]) => naming.test(name) && values.length > 0 && !/^(role-session|region)/.test(name),
  );
  const [, names] = found.sort(([a], [b]) => rank(verb, b) - rank(verb, a))[0] ?? ["", ["*"]];
  return names.map((name) => ({ system: "aws", kind: service, name, action: verb }));
}

/** "delete-db-instance" is about the option "--db-instance-identifier". */
const rank = (verb: string, option: string) =>
  option.split("-").filter((part) => verb.split("-").includes(part.replace(/s$/, "")) || verb.includes(part)).length;

const policyOptions =
  /^(policy-document|assume-role-policy-document|policy|resource-policy|access-policies|trust-policy)$/;

async function policiesIn(verb: string, options: Read["options"], scene: Scene): Promise<PolicyDocument[]> {
  const [action = verb] = verb.split("-");
  const subject = ["role-name", "user-name", "group-name", "bucket", "policy-name"]
    .map((name) => options.get(name)?.[0])
    .find(Boolean);
  const common = { system: "aws" as const, action, ...(subject !== undefined && { subject }) };
  const policies: PolicyDocument[] = [];
  for (const [name, values] of options) {
    if (name === "policy-arn")
      policies.push(...values.map((arn) => ({ document: `--${name}`, ...common, value: { arn } })));
    if (name !== "cli-input-json" && name !== "cli-input-yaml" && !policyOptions.test(name)) continue;
    for (const text of values) {
      const flow = /^fileb?:\/\//.test(text) ? scene.read(text.replace(/^fileb?:\/\//, "")) : flowOf(`--${name}`, text);
      for (const document of flow?.documents ?? []) {
        const { values: found, faults } = await readValues(document);
        for (const fault of faults) scene.unknown(`${document.name}: ${fault}`);
        for (const value of found.filter(isObject)) policies.push({ document: document.name, ...common, value });
      }
    }
  }
  return policies;
}
