import type { OperationClass } from "../../evidence/index.ts";
import { type Flags, readFlags } from "../flags.ts";
import { objectsOf } from "../kubernetes/manifests.ts";
import type { KubernetesObject } from "../model.ts";
import type { Look } from "../scene.ts";

const values = new Set(
  `server auth-token config argocd-context kube-context http-retry-max client-crt client-crt-key server-crt header
  port-forward-namespace controller-name redis-name repo-server-name server-name logformat loglevel app-namespace revision
  resource label selector project propagation-policy values values-literal-file repo path dest-namespace dest-server
  dest-name sync-policy sync-option parameter helm-set helm-set-string helm-set-file release-name timeout local
  local-repo-root file env directory-exclude directory-include plugin-env retry-limit strategy kind group resource-name
  namespace patch patch-type output source-position source-name name username password ssh-private-key-path type
  in-cluster service-account system-namespace cluster-resources shard description dest src orphaned-resource-kind refresh
  info annotations source-namespace`.split(/\s+/),
);
const short = {
  f: "file",
  l: "selector",
  N: "app-namespace",
  p: "parameter",
  o: "output",
  y: "yes",
  n: "namespace",
  s: "source",
};

const reads =
  /^(list|get|diff|history|logs|manifests|resources|wait|can-i|get-user-info|windows-list|generate|info|version|help)$/;
const destroys = /^(delete|rm|remove|delete-resource|delete-token|destroy)$/;
const changes =
  /^(sync|set|unset|create|add|edit|rollback|patch|patch-resource|terminate-op|actions|add-source|remove-source|add-\w[\w-]*|remove-\w[\w-]*|allow-\w[\w-]*|deny-\w[\w-]*|rotate-auth|update-password|generate-token|add-tls|add-ssh|login|relogin|logout|role|windows|refresh)$/;

/** Argo CD: what it syncs is in git, and what it deletes goes with everything it made. */
export const argocd: Look = async (words, scene) => {
  const flags = readFlags(words.slice(words[1] === "--" ? 2 : 1), { values, short });
  const [group = "", second = "", ...rest] = flags.words;
  const single = /^(login|logout|relogin|version|context|completion|help|)$/.test(group);
  const verb = single ? group : second;
  const kind = single
    ? /^(login|logout|relogin)$/.test(group)
      ? "mutate"
      : "read"
    : classOf(group, verb, rest, flags);
  if (kind === "unknown")
    scene.unknown(`argocd ${group} ${verb}: neither a verb known here nor one that is certain to be harmless`);
  const project = flags.value("project");
  const file = flags.value("file");
  const given = file === undefined || group !== "app" ? [] : await objectsOf(scene.read(file), "apply", scene);
  const isApp = group === "app" && (verb === "create" || verb === "set");
  const objects = isApp && kind === "mutate" ? [...given, application(verb, rest[0] ?? "*", flags)] : given;
  const names = single ? [] : verb === "actions" ? rest.slice(1, 2) : rest;
  const selector = flags.value("selector");
  const targets = (names.length === 0 && !single ? ["*"] : names).map((name) => ({
    system: "argocd",
    kind: kinds[group] ?? group,
    name: name.split("/").at(-1) ?? name,
    ...(flags.value("app-namespace") !== undefined && { namespace: flags.value("app-namespace") as string }),
    action: verb,
    ...(selector !== undefined && { selector }),
  }));
  if (verb === "sync" && kind !== "plan")
    scene.unknown("what the sync changes in the cluster is known only when it runs");
  const hints = {
    servers: [flags.value("server") ?? scene.variable("ARGOCD_SERVER") ?? ""],
    namespaces: [flags.value("dest-namespace") ?? ""],
    clusters: [flags.value("dest-name") ?? flags.value("dest-server") ?? ""],
    contexts: [flags.value("argocd-context") ?? "", ...(project === undefined ? [] : [project])],
  };
  const operation = single ? group : `${group} ${verb}`;
  scene.add({ tool: "argocd", operation, class: kind, words, flags: flags.record(), targets, objects, hints });
  return { class: kind };
};

const kinds: Readonly<Record<string, string>> = {
  app: "application",
  proj: "project",
  appset: "applicationset",
  repo: "repository",
};

function classOf(group: string, verb: string, rest: readonly string[], flags: Flags): OperationClass {
  if (group === "admin") return "unknown";
  if (verb === "actions" && rest[0] === "list") return "read";
  if ((verb === "role" || verb === "windows") && reads.test(rest[0] ?? "")) return "read";
  if ((verb === "role" || verb === "windows") && destroys.test(rest[0] ?? "")) return "destroy";
  if (reads.test(verb)) return verb === "diff" ? "plan" : "read";
  if (destroys.test(verb)) return "destroy";
  if (!changes.test(verb)) return verb === "" ? "read" : "unknown";
  if (verb !== "sync") return "mutate";
  if (flags.all.get("dry-run")?.at(-1) === true) return "plan";
  return ["prune", "force", "replace"].some((name) => flags.on(name)) ? "destroy" : "mutate";
}

/** The part of an Application that the options say. */
function application(verb: string, name: string, flags: Flags): KubernetesObject {
  const some = (fields: Readonly<Record<string, unknown>>) =>
    Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
  const automated = /^auto/.test(flags.value("sync-policy") ?? "");
  const spec = some({
    project: flags.value("project"),
    source: some({ repoURL: flags.value("repo"), path: flags.value("path"), targetRevision: flags.value("revision") }),
    destination: some({
      server: flags.value("dest-server"),
      name: flags.value("dest-name"),
      namespace: flags.value("dest-namespace"),
    }),
    ...(automated && { syncPolicy: { automated: { prune: flags.on("auto-prune"), selfHeal: flags.on("self-heal") } } }),
  });
  return {
    document: `argocd app ${verb} ${name}`,
    index: 0,
    action: verb === "create" ? "create" : "patch",
    partial: true,
    value: { apiVersion: "argoproj.io/v1alpha1", kind: "Application", metadata: { name }, spec },
  };
}
