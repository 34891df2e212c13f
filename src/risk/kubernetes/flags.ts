import { type FlagRules, type Flags, readFlags } from "../flags.ts";

const set = (text: string) => new Set(text.trim().split(/\s+/));

const values = set(`
as as-group as-uid as-user-extra cache-dir certificate-authority client-certificate client-key cluster context kubeconfig
kuberc log-flush-frequency namespace password profile profile-output request-timeout server tls-server-name token user
username v vmodule filename kustomize selector field-selector output template field-manager grace-period timeout
prune-allowlist prune-whitelist applyset raw replicas current-replicas resource-version type patch patch-file subresource
container containers image overrides override-type port target-port protocol name external-ip load-balancer-ip
session-affinity cluster-ip clusterip generator env labels restart pod-running-timeout image-pull-policy annotations max
min cpu-percent cpu memory requests limits from keys prefix to-revision revision tail since since-time limit-bytes sort-by
chunk-size label-columns address pod-selector skip-wait-for-delete-timeout copy-to target custom set-image retries
max-log-requests clusterrole role group serviceaccount verb resource resource-name non-resource-url aggregation-rule
from-literal from-file from-env-file docker-server docker-username docker-password docker-email cert key tcp node-port
external-name hard scopes value description preemption-policy schedule rule class annotation default-backend audience
duration bound-object-kind bound-object-name bound-object-uid min-available max-unavailable for api-version api-group
verbs concurrency output-directory types accept-hosts accept-paths reject-hosts reject-methods reject-paths static
static-prefix unix-socket api-prefix www www-prefix auth-provider auth-provider-arg exec-command exec-arg exec-env
exec-api-version proxy-url node-selector period interface jsonpath-as-json user-name rolebinding-name`);

/** "dry-run", "cascade", "validate" and "prune" take a value only after "=". */
const switches = set(`
disable-compression insecure-skip-tls-verify match-server-version warnings-as-errors help version dry-run cascade validate
all all-namespaces force recursive prune server-side force-conflicts overwrite wait now ignore-not-found local record
save-config edit windows-line-endings openapi-patch show-managed-fields allow-missing-template-keys append-hash list
show-labels show-kind no-headers watch watch-only ignore-errors follow previous all-containers timestamps
insecure-skip-tls-verify-backend stdin tty quiet rm expose leave-stdin-open privileged command attach share-processes
same-node replace keep-labels keep-annotations keep-liveness keep-readiness keep-startup keep-init-containers
arguments-only delete-emptydir-data delete-local-data ignore-daemonsets disable-eviction no-preserve resolve global-default
current minify flatten raw-config embed-certs embed-certs-data client short server-print output-watch-events
remove-extra-permissions remove-extra-subjects enable-helm enable-alpha-plugins load-restrictor reorder no-print
concurrent cached namespaced show-events sum sum-totals containers-only use-protocol-buffers swap keep interactive
cpu-only windows disable-filter list-pods oneline subresource-only include-uninitialized`);

const short: Readonly<Record<string, string>> = {
  A: "all-namespaces",
  L: "label-columns",
  R: "recursive",
  c: "container",
  e: "env",
  f: "filename",
  h: "help",
  i: "stdin",
  k: "kustomize",
  l: "selector",
  n: "namespace",
  o: "output",
  p: "patch",
  q: "quiet",
  s: "server",
  t: "tty",
  v: "v",
  w: "watch",
};

/** Letters and names that mean something else for a verb. */
const peculiar: Readonly<Record<string, Partial<FlagRules>>> = {
  logs: { short: { ...short, f: "follow", p: "previous" } },
  run: { short: { ...short, l: "labels" } },
  expose: { short: { ...short, l: "labels" } },
  top: {
    switches: new Set([...switches, "containers"]),
    values: new Set([...values].filter((n) => n !== "containers")),
  },
  config: { switches: new Set([...switches, "raw"]), values: new Set([...values].filter((name) => name !== "raw")) },
  create: { short: { ...short, r: "replicas" } },
  port: {},
};

export function readKubectlFlags(words: readonly string[]): Flags {
  const rules = { values, switches, short };
  const first = readFlags(words, rules);
  const own = peculiar[first.words[0] ?? ""];
  return own === undefined ? first : readFlags(words, { ...rules, ...own });
}

/** Only what certainly changes nothing counts: the last value decides, and a value nobody knows is none. */
export function isDryRun(flags: Flags): boolean {
  const value = flags.all.get("dry-run")?.at(-1);
  return value === true || value === "client" || value === "server" || value === "true" || value === "unchanged";
}
