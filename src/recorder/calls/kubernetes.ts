import { type Arguments, isTrue, option, text, texts, word } from "./arguments.ts";

/** A tool call, written as the command that does the same, with what that command would read from standard input. */
export interface Equivalent {
  readonly command: readonly string[];
  readonly stdin?: string;
}

type Translate = (args: Arguments) => Equivalent | undefined;

const where = (args: Arguments) => [
  ...option("namespace", word(args, "namespace")),
  ...option("context", word(args, "context", "cluster")),
];

const kubectl = (args: Arguments, ...words: readonly string[]): Equivalent => ({
  command: ["kubectl", ...words, ...where(args)],
});

/** `kind.version.group` is how kubectl wants a kind of which the API version is given. */
function kindOf(args: Arguments): string | undefined {
  const kind = word(args, "kind", "resourceType", "resource_type");
  const [version, group] = (word(args, "apiVersion", "api_version") ?? "").split("/").reverse();
  return kind && group ? `${kind}.${version}.${group}` : kind;
}

/** A verb on one object, on those of a selector, or on all of a kind. */
function onObject(verb: string, kind: string | undefined, args: Arguments): Equivalent | undefined {
  if (kind === undefined) return undefined;
  const name = word(args, "name", "resourceName", "resource_name");
  const selector = text(args, "labelSelector", "label_selector", "selector");
  const chosen = name !== undefined ? [name] : selector !== undefined ? [`--selector=${selector}`] : ["--all"];
  const everywhere = isTrue(args, "allNamespaces", "all_namespaces") ? ["--all-namespaces"] : [];
  const force = isTrue(args, "force") ? ["--force"] : [];
  return kubectl(args, verb, kind, ...chosen, ...everywhere, ...force);
}

function withManifest(verb: string, args: Arguments): Equivalent | undefined {
  const manifest = text(args, "resource", "manifest", "yaml", "content");
  const file = word(args, "filename", "file", "path");
  const dry = isTrue(args, "dryRun", "dry_run") ? ["--dry-run=server"] : [];
  if (manifest !== undefined) return { ...kubectl(args, verb, "-f", "-", ...dry), stdin: manifest };
  return file === undefined ? undefined : kubectl(args, verb, "-f", file, ...dry);
}

function exec(args: Arguments): Equivalent | undefined {
  const pod = word(args, "name", "pod", "podName", "pod_name");
  const line = text(args, "command");
  const words = texts(args, "command") ?? (line === undefined ? undefined : ["sh", "-c", line]);
  if (pod === undefined || words === undefined) return undefined;
  const container = option("container", word(args, "container"));
  return { command: ["kubectl", "exec", pod, ...where(args), ...container, "--", ...words] };
}

function scale(args: Arguments): Equivalent | undefined {
  const replicas = text(args, "scale", "replicas");
  const kind = kindOf(args) ?? "deployment";
  // Without a number this tool only tells the present one.
  return replicas === undefined ? onObject("get", kind, args) : withReplicas(onObject("scale", kind, args), replicas);
}

const withReplicas = (found: Equivalent | undefined, replicas: string) =>
  found && { command: [...found.command, `--replicas=${replicas}`] };

function patch(args: Arguments): Equivalent | undefined {
  const found = onObject("patch", kindOf(args), args);
  const body = args.patchData ?? args.patch;
  if (found === undefined || body === undefined) return undefined;
  const given = typeof body === "string" ? body : JSON.stringify(body);
  return { command: [...found.command, ...option("type", word(args, "patchType", "type")), `--patch=${given}`] };
}

function run(args: Arguments): Equivalent | undefined {
  const image = word(args, "image");
  if (image === undefined) return undefined;
  return kubectl(
    args,
    "run",
    word(args, "name") ?? "unnamed",
    `--image=${image}`,
    ...option("port", text(args, "port")),
  );
}

/** Flags are handed on by such servers as they are, which is what makes them dangerous: all of it is shown. */
function anything(args: Arguments): Equivalent | undefined {
  const line = text(args, "command", "args");
  if (line === undefined) return undefined;
  const flags = Object.entries((args.flags ?? {}) as Arguments).map(([name, value]) =>
    value === true ? `--${name}` : `--${name}=${String(value)}`,
  );
  const rest = [text(args, "subCommand"), text(args, "resourceType"), text(args, "name")].filter(
    (each) => each !== undefined,
  );
  const words = line
    .trim()
    .split(/\s+/)
    .filter((each, index) => index > 0 || each !== "kubectl");
  return kubectl(args, ...words, ...rest, ...(texts(args, "args") ?? []), ...flags);
}

function helm(verb: string, args: Arguments): Equivalent | undefined {
  const name = word(args, "name", "release", "releaseName");
  const chart = word(args, "chart");
  if (verb !== "uninstall" && chart === undefined) return undefined;
  const place = [...option("namespace", word(args, "namespace")), ...option("kube-context", word(args, "context"))];
  const from = [...option("repo", word(args, "repo")), ...option("version", word(args, "version"))];
  const named = name === undefined ? ["--generate-name"] : [name];
  const values = args.values === undefined ? undefined : JSON.stringify(args.values);
  const command = ["helm", verb, ...named, ...(chart ? [chart] : []), ...place, ...from];
  return values === undefined ? { command } : { command: [...command, "--values=-"], stdin: values };
}

/** Tools of the Kubernetes MCP servers that are in wide use, by their names. */
const tools: readonly (readonly [RegExp, Translate])[] = [
  [
    /^(pods|resources|namespaces|events|nodes|projects)_(list|get|log|top|stats)/,
    (args) => kubectl(args, "get", kindOf(args) ?? "pods"),
  ],
  [
    /^kubectl_(get|describe|logs|explain)$|^explain_resource$|^list_api_resources$/,
    (args) => kubectl(args, "get", kindOf(args) ?? "pods"),
  ],
  [/^resources_create_or_update$|^kubectl_apply$|^apply_manifest$/, (args) => withManifest("apply", args)],
  [/^kubectl_create$/, (args) => withManifest("create", args)],
  [/^pods_delete$|^delete_pod$/, (args) => onObject("delete", "pod", args)],
  [
    /^kubectl_delete$|^resources_delete$|^delete_resource$/,
    (args) => withManifest("delete", args) ?? onObject("delete", kindOf(args), args),
  ],
  [/^pods_exec$|^exec_in_pod$|^kubectl_exec$|^exec$/, exec],
  [/^pods_run$|^kubectl_run$/, run],
  [/^resources_scale$|^kubectl_scale$|^scale_deployment$/, scale],
  [/^kubectl_patch$/, patch],
  [/^kubectl_rollout$/, (args) => onRollout(args)],
  [/^kubectl_generic$|^call_kubectl$|^kubectl$/, anything],
  [/^helm_install$|^install_helm_chart$/, (args) => helm("install", args)],
  [/^helm_upgrade$|^upgrade_helm_chart$/, (args) => helm("upgrade", args)],
  [/^helm_uninstall$|^uninstall_helm_chart$/, (args) => helm("uninstall", args)],
];

function onRollout(args: Arguments): Equivalent | undefined {
  const sub = word(args, "subCommand", "action");
  const [kind, name] = [kindOf(args), word(args, "name")];
  return sub && kind && name ? kubectl(args, "rollout", sub, `${kind}/${name}`) : undefined;
}

/** Arguments that name things. */
const names = [
  "name",
  "namespace",
  "context",
  "kind",
  "resourceType",
  "apiVersion",
  "container",
  "image",
  "chart",
  "repo",
];

export function kubernetesEquivalent(tool: string, args: Arguments): Equivalent | undefined {
  // Something in the place of a name that is none: what the server makes of it, nobody knows.
  if (names.some((name) => text(args, name) !== undefined && word(args, name) === undefined)) return undefined;
  return tools.find(([names]) => names.test(tool))?.[1](args);
}
