import type { OperationClass } from "../../evidence/index.ts";
import { readFlags } from "../flags.ts";
import type { Look } from "../scene.ts";

/** A program whose verb says what it does: one word, or two with a "-" between them; "*" for the first of them. */
interface Verbs {
  readonly reads?: string;
  readonly plans?: string;
  readonly mutates?: string;
  readonly destroys?: string;
  /** Options that take a value. */
  readonly values?: string;
  /** With this option nothing happens. */
  readonly dry?: string;
  /** With this option a change takes something away. */
  readonly worst?: string;
}

const programs: Readonly<Record<string, Verbs>> = {
  pulumi: {
    reads: "about whoami logs version stack-ls stack-output stack-export stack-history config-get",
    plans: "preview",
    mutates: "up update refresh import config new stack-init stack-select stack-import state login logout install",
    destroys: "destroy down stack-rm cancel state-delete",
    values: "stack s cwd C target config c message m parallel",
  },
  flux: {
    reads: "get logs check stats tree trace export events version completion",
    plans: "diff build",
    mutates: "create reconcile suspend resume bootstrap install push tag",
    destroys: "delete uninstall",
    values: "namespace n context kubeconfig source path branch url timeout",
  },
  velero: {
    reads: "get describe logs version *-get *-describe *-logs",
    mutates:
      "backup-create restore-create schedule-create create install backup-location plugin schedule-pause schedule-unpause",
    destroys: "delete uninstall *-delete",
    values: "namespace n include-namespaces from-backup selector l",
  },
  eksctl: {
    reads: "get info version completion utils-describe-stacks",
    mutates: "create scale upgrade update set unset enable associate disassociate utils",
    destroys: "delete drain deregister",
    values: "cluster name n region r profile p config-file f nodes nodegroup",
  },
  kind: {
    reads: "get version",
    mutates: "create load export build",
    destroys: "delete",
    values: "name config kubeconfig",
  },
  k3d: {
    reads: "version *-list *-get",
    mutates: "*-create *-start *-stop *-edit *-import",
    destroys: "*-delete",
    values: "config c",
  },
  minikube: {
    reads: "status version ip logs profile service-list addons-list",
    mutates: "start stop pause unpause addons config image tunnel mount",
    destroys: "delete",
    values: "profile p",
  },
  k3s: { reads: "check-config", mutates: "server agent certificate token etcd-snapshot", destroys: "secrets-encrypt" },
  microk8s: {
    reads: "status inspect config version",
    mutates: "start stop enable disable join add-node refresh-certs",
    destroys: "reset leave remove-node",
  },
  kops: {
    reads: "get validate version toolbox",
    mutates: "create edit replace update rolling-update export",
    destroys: "delete",
    values: "name state",
  },
  kubeadm: {
    reads: "version config token-list certs-check-expiration",
    plans: "upgrade-plan",
    mutates: "init join upgrade token certs kubeconfig",
    destroys: "reset",
    values: "config",
  },
  vault: {
    reads: "read list status kv-get kv-list kv-metadata version path-help policy-list policy-read token-lookup",
    mutates: "write login kv-put kv-patch kv-undelete token auth secrets policy-write unwrap operator",
    destroys:
      "delete kv-delete kv-destroy kv-metadata-delete lease-revoke secrets-disable auth-disable policy-delete operator-seal",
    values: "address namespace mount format field",
  },
  consul: {
    reads: "members info catalog monitor version kv-get",
    mutates: "kv-put join reload intention-create config-write",
    destroys: "kv-delete leave force-leave config-delete snapshot-restore",
    values: "http-addr token datacenter",
  },
  nomad: {
    reads: "status version *-status job-inspect job-history",
    plans: "job-plan plan",
    mutates: "job-run run job-dispatch job-scale deployment-promote",
    destroys: "job-stop stop system-gc node-drain alloc-stop",
    values: "address namespace",
  },
  packer: { reads: "validate inspect version fmt", mutates: "build init" },
  cdk: {
    reads: "list ls synth synthesize doctor context metadata",
    plans: "diff",
    mutates: "deploy bootstrap import watch",
    destroys: "destroy",
    values: "app a profile context c",
  },
  serverless: {
    reads: "info logs print",
    plans: "package",
    mutates: "deploy rollback invoke",
    destroys: "remove",
    values: "stage s region r",
  },
  gsutil: {
    reads: "ls cat stat du hash version",
    mutates: "cp mv mb iam acl setmeta web lifecycle versioning rsync",
    destroys: "rm rb",
    worst: "d",
  },
  rclone: {
    reads: "ls lsd lsl lsf lsjson size cat check tree about",
    mutates: "copy copyto move moveto mkdir mount serve config",
    destroys: "delete purge sync cleanup rmdir rmdirs deletefile",
    dry: "dry-run",
  },
  restic: {
    reads: "snapshots ls stats find cat diff check dump",
    mutates: "backup restore init unlock tag",
    destroys: "forget prune",
    dry: "dry-run",
  },
  istioctl: {
    reads: "analyze proxy-status ps proxy-config pc version validate verify-install x-describe",
    mutates: "install upgrade apply kube-inject operator",
    destroys: "uninstall",
  },
  linkerd: { reads: "check stat version diagnostics viz install uninstall inject", mutates: "upgrade" },
  cilium: {
    reads: "status version config-view sysdump",
    mutates: "install upgrade enable connectivity hubble config",
    destroys: "uninstall disable",
  },
  etcdctl: {
    reads: "get version check member-list endpoint-health endpoint-status snapshot-status user-list role-list",
    mutates: "put snapshot-save member-add user role lease-grant compaction",
    destroys: "del member-remove defrag snapshot-restore lease-revoke move-leader",
    values: "endpoints cacert cert key user",
  },
  crictl: {
    reads: "ps images inspect logs pods info stats version inspecti inspectp",
    mutates: "pull run runp create start stop stopp exec update",
    destroys: "rm rmp rmi",
    values: "runtime-endpoint r",
  },
  ctr: {
    reads: "version *-ls *-list *-info",
    mutates: "run *-pull *-import *-create *-start",
    destroys: "*-rm *-delete *-kill",
    values: "namespace n address a",
  },
  gh: {
    reads: "status search browse *-view *-list *-status *-diff *-checks",
    mutates:
      "*-create *-merge *-edit *-close *-reopen *-comment *-review *-run *-rerun *-clone *-fork *-set *-upload *-sync",
    destroys: "*-delete *-remove *-cancel",
    values: "repo R",
  },
  glab: {
    reads: "*-view *-list *-status *-diff",
    mutates: "*-create *-merge *-update *-close *-run *-retry",
    destroys: "*-delete *-cancel",
    values: "repo R",
  },
  helmfile: {
    reads: "list build lint template status write-values",
    plans: "diff",
    mutates: "apply sync deps repos",
    destroys: "destroy delete",
    values: "file f environment e selector l namespace n kube-context",
  },
  skaffold: {
    reads: "render diagnose version inspect",
    mutates: "run deploy dev debug apply build",
    destroys: "delete",
    values: "profile p filename f namespace n",
  },
  opa: { reads: "eval test check fmt version", mutates: "run build" },
  conftest: { reads: "test verify parse" },
  cosign: {
    reads: "verify verify-attestation tree triangulate version",
    mutates: "sign attest copy upload",
    destroys: "clean",
  },
  trivy: { reads: "image fs filesystem repo config k8s kubernetes sbom version rootfs" },
  "ansible-playbook": { values: "i l t e u inventory limit tags extra-vars", dry: "check" },
};

export const hasVerbs = (name: string) => Object.hasOwn(programs, name);

/** Two words say more than one. */
function classOf(given: Verbs, [first = "", second = ""]: readonly string[]): OperationClass | undefined {
  const lists: readonly (readonly [OperationClass, readonly string[]])[] = [
    ["destroy", (given.destroys ?? "").split(" ")],
    ["mutate", (given.mutates ?? "").split(" ")],
    ["plan", (given.plans ?? "").split(" ")],
    ["read", (given.reads ?? "").split(" ")],
  ];
  const names = second === "" ? [first] : [`${first}-${second}`, `*-${second}`, first];
  return names
    .filter((name) => name !== "")
    .flatMap((name) => lists.find(([, list]) => list.includes(name))?.[0] ?? [])[0];
}

export const byVerb: Look = async (words, scene) => {
  const [tool = ""] = words;
  const given = programs[tool] ?? {};
  const flags = readFlags(words.slice(1), { values: new Set((given.values ?? "").split(" ")) });
  const said = classOf(given, flags.words) ?? "unknown";
  if (said === "unknown")
    scene.unknown(`${tool} ${flags.words.slice(0, 2).join(" ")}: what it changes is not known here`);
  const isDry = given.dry !== undefined && flags.all.get(given.dry)?.at(-1) === true;
  const own = isDry ? "plan" : given.worst && said === "mutate" && flags.on(given.worst) ? "destroy" : said;
  const operation = flags.words.slice(0, 2).join(" ");
  const targets = flags.words
    .slice(1, 50)
    .map((name) => ({ system: tool, kind: flags.words[0] ?? "", name, action: operation }));
  const hints = {
    contexts: flags.list("context"),
    namespaces: [...flags.list("namespace"), ...flags.list("n")],
    accounts: [...flags.list("profile"), ...flags.list("stack"), ...flags.list("s")],
  };
  scene.add({
    tool,
    operation,
    class: own,
    words,
    flags: flags.record(),
    ...(own === "read" ? {} : { targets }),
    hints,
  });
  return { class: own };
};
