import { type Flags, readFlags } from "../flags.ts";

const set = (text: string) => new Set(text.trim().split(/\s+/));

/** Options that take a value, as of kubectl 1.32, and some of older ones. */
const values = set(`
accept-hosts accept-paths address aggregation-rule annotation annotations api-group api-prefix api-version as as-group
as-uid as-user-extra audience auth-provider auth-provider-arg bound-object-kind bound-object-name bound-object-uid
cache-dir categories cert certificate-authority chunk-size class client-certificate client-key cluster cluster-ip
clusterip clusterrole concurrency container containers context copy-to cpu-percent current-replicas custom
default-backend description docker-email docker-password docker-server docker-username duration env exec-api-version
exec-arg exec-command exec-env exec-interactive-mode external-ip external-name field-manager field-selector filename
for from from-env-file from-file from-literal generator grace-period group hard helm-api-versions helm-command
helm-kube-version hostport image image-pull-policy keepalive key keys kubeconfig kuberc kustomize label-columns labels
limit-bytes limits load-balancer-ip load-restrictor log-flush-frequency max max-log-requests max-unavailable min
min-available mount name namespace namespaces network-name node-port non-resource-url output output-directory
override-type overrides password patch patch-file pod-running-timeout pod-selector port preemption-policy prefix
profile profile-output protocol proxy-url prune-allowlist prune-whitelist raw reject-methods reject-paths replicas
request-timeout requests resource resource-name resource-version restart retries revision role rule schedule scopes
selector server serviceaccount session-affinity set-image since since-time skip-wait-for-delete-timeout sort-by
subresource tail target target-port tcp template timeout tls-server-name to-revision token type types unix-socket user
username v value verb verbs vmodule www www-prefix`);

/** "dry-run", "cascade" and "validate" take a value only after "=". */
const switches = set(`
all all-containers all-namespaces all-pods allow-missing-template-keys append-hash append-server-path arguments-only
as-current-user attach cached cascade client command create-annotation current delete-emptydir-data delete-local-data
disable-compression disable-eviction disable-filter dry-run edit embed-certs enable-alpha-plugins enable-helm
exec-provide-cluster-info export expose flatten follow force force-conflicts global-default helm-debug help
ignore-daemonsets ignore-errors ignore-not-found include-uninitialized insecure-skip-tls-verify
insecure-skip-tls-verify-backend interactive keep-annotations keep-init-containers keep-labels keep-liveness
keep-readiness keep-startup leave-stdin-open list local match-server-version merge minify name-only namespaced network
no-headers no-preserve now openapi-patch output-patch output-watch-events overwrite previous privileged prune quiet
record recursive remove-extra-permissions remove-extra-subjects replace resolve rm same-node save-config server-print
server-side set-raw-bytes share-processes show-capacity show-events show-kind show-labels show-managed-fields stdin
sum timestamps tty use-protocol-buffers validate version wait warnings-as-errors watch watch-only windows-line-endings`);

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
  r: "replicas",
  s: "server",
  t: "tty",
  v: "v",
  w: "watch",
};

/** For some verbs a letter means something else, or a name takes no value. */
const peculiar: Readonly<Record<string, { readonly short?: typeof short; readonly bare?: string }>> = {
  logs: { short: { ...short, f: "follow", p: "previous" }, bare: "prefix" },
  run: { short: { ...short, l: "labels" } },
  expose: { short: { ...short, l: "labels" } },
  set: { short: { ...short, c: "containers" } },
  proxy: { short: { ...short, p: "port", w: "www", P: "www-prefix", u: "unix-socket" } },
  top: { bare: "containers" },
  config: { bare: "raw" },
};

export function readKubectlFlags(words: readonly string[]): Flags {
  const rules = { values, switches, short };
  const first = readFlags(words, rules);
  const verb = first.words[0] ?? "";
  const own = Object.hasOwn(peculiar, verb) ? peculiar[verb] : undefined;
  if (own === undefined) return first;
  const { bare } = own;
  const taking = bare === undefined ? values : new Set([...values].filter((name) => name !== bare));
  const without = bare === undefined ? switches : new Set([...switches, bare]);
  return readFlags(words, { values: taking, switches: without, short: own.short ?? short });
}

/** Only what certainly changes nothing counts: the last value decides, and a value nobody knows is none. */
export function isDryRun(flags: Flags): boolean {
  const value = flags.all.get("dry-run")?.at(-1);
  return value === true || value === "client" || value === "server" || value === "true" || value === "unchanged";
}
