import type { Client } from "../kubernetes/index.ts";
import type { Report } from "../process/index.ts";

/** What a caller may rely on. A provider says which of these its cluster lacks, so that callers can skip and say why. */
export type Capability =
  | "audit-log"
  | "dns"
  | "network-policy"
  | "nodes"
  | "storage"
  | "metrics"
  | "ingress"
  | "cluster-scope"
  | "stand-in-images";

export interface NodeSpec {
  readonly name: string;
  readonly labels?: Readonly<Record<string, string>>;
  readonly taints?: readonly { key: string; value?: string; effect: "NoSchedule" | "PreferNoSchedule" | "NoExecute" }[];
  /** Kubernetes quantities; what is left out is the machine's. */
  readonly capacity?: { readonly cpu?: string; readonly memory?: string; readonly pods?: number };
  /** A node that runs nothing: kwok keeps it Ready and pretends that its pods run. */
  readonly simulated?: boolean;
}

export type Addon = "metrics-server" | "ingress";

export interface ClusterSpec {
  readonly name: string;
  readonly nodes: readonly NodeSpec[];
  readonly addons: readonly Addon[];
  /** What will run there: unpacked before it is asked for. Any other image comes when a pod needs it. */
  readonly images?: readonly string[];
  /** `k3s` gives what k3s gives, under the same names. */
  readonly profile: "plain" | "k3s";
  /** More names that the API server's certificate is good for; whoever uses one must know the address. */
  readonly apiNames?: readonly string[];
}

export interface PolicyRule {
  readonly apiGroups: readonly string[];
  readonly resources: readonly string[];
  readonly verbs: readonly string[];
  readonly resourceNames?: readonly string[];
}

/** Somebody who may use the cluster: an own name in the audit log, and no right but these. */
export interface IdentityRequest {
  readonly name: string;
  /** Rights in namespaces; the key is the namespace. */
  readonly namespaces?: Readonly<Record<string, readonly PolicyRule[]>>;
  /** Rights on the whole cluster. */
  readonly cluster?: readonly PolicyRule[];
}

export interface Identity {
  /** The user's name as the API server sees and audits it. */
  readonly user: string;
  /** A complete kubeconfig, good wherever `Cluster.command` runs. */
  readonly kubeconfig: string;
}

/** A program with all it needs to reach the cluster; whoever gets it only has to start it. */
export interface Command {
  readonly file: string;
  readonly args: readonly string[];
  readonly env: NodeJS.ProcessEnv;
}

export interface Cluster extends AsyncDisposable {
  readonly name: string;
  readonly provider: "local" | "existing";
  readonly capabilities: ReadonlySet<Capability>;
  /** Why a capability is missing, for each that is. */
  readonly missing: ReadonlyMap<Capability, string>;
  /** Full rights, for the harness. Never for an agent. */
  readonly client: Client;
  /** The namespaces a caller may work in; undefined where it may make and use any. */
  readonly namespaces: readonly string[] | undefined;
  /** The administrator's kubeconfig, good wherever `command` runs. */
  readonly kubeconfig: string;
  /** A Unix socket that leads to the API server, where the provider has one: it crosses network namespaces. */
  readonly apiSocket: string | undefined;
  /** Where the API server writes its audit log, one JSON object a line. */
  readonly auditLog: string | undefined;
  identify(request: IdentityRequest, signal?: AbortSignal): Promise<Identity>;
  /** Wraps a program so that it sees the cluster's network, kubectl, and the given kubeconfig (the admin's if none). */
  command(program: string, args: readonly string[], kubeconfigPath?: string): Command;
}

export interface ClusterRef {
  readonly name: string;
  readonly provider: "local" | "existing";
  readonly state: "starting" | "ready" | "spare" | "dead";
  readonly spec: ClusterSpec;
  readonly since: string;
}

export interface CreateOptions {
  readonly report: Report;
  readonly signal: AbortSignal;
}

export interface ClusterProvider {
  create(spec: ClusterSpec, options: CreateOptions): Promise<Cluster>;
  list(): Promise<ClusterRef[]>;
  /** Destroying what is not there succeeds. */
  destroy(name: string): Promise<void>;
}
