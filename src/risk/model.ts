import type { Level, OperationClass, RiskTag, ScopeClass, Target } from "../evidence/index.ts";

/** What somebody is about to do, in their own words and with what they have at hand. */
export interface Proposal {
  /** The words of a command, as a program gets them: no shell touches them. */
  readonly command?: readonly string[];
  /** A line or a script for a shell, instead of `command`. */
  readonly shell?: string;
  /** Declared where there is no command, as by a tool that speaks to an API. Never believed where there is one. */
  readonly tool?: string;
  readonly operation?: string;
  readonly documents?: readonly Document[];
  readonly stdin?: Document;
  /** "production" or any word of the kind; it can raise what is derived, and names what nothing else does. */
  readonly scope?: string;
  /** SARIF reports of scanners. */
  readonly findings?: readonly Document[];
  readonly directory?: string;
  readonly environment?: Readonly<Record<string, string | undefined>>;
  /** It will run on another machine: what it names is not what has that name here, so nothing is looked up. */
  readonly elsewhere?: boolean;
}

export interface Document {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** A document that survives JSON. */
export interface PackedDocument {
  readonly name: string;
  readonly base64: string;
}

/**
 * The proposal and everything that was read for it, as plain JSON. It is all that `understand` and `assess` know: the
 * caller, who can read the files, gathers it; the recorder, who is trusted, derives targets and risk from it.
 */
export interface Materials {
  readonly version: 1;
  readonly command?: readonly string[];
  readonly shell?: string;
  readonly tool?: string;
  readonly operation?: string;
  readonly scope?: string;
  readonly directory: string;
  readonly stdin?: PackedDocument;
  readonly documents: readonly PackedDocument[];
  readonly findings: readonly PackedDocument[];
  /** What was asked for while the command was looked into, and what came of it. */
  readonly answers: readonly Answer[];
}

/** Something that has to be seen to understand a command. */
export type Want =
  | { readonly ask: "file"; readonly path: string }
  /** With no endings only the names, in the answer's text. */
  | { readonly ask: "folder"; readonly path: string; readonly recursive: boolean; readonly endings: readonly string[] }
  /** A rendering by a well-known program that changes nothing: `kubectl kustomize`, `helm template`, `terraform show`. */
  | { readonly ask: "rendering"; readonly command: readonly string[]; readonly directory: string }
  | { readonly ask: "variable"; readonly name: string }
  | { readonly ask: "kubernetes-context"; readonly kubeconfig?: string; readonly context?: string }
  | {
      readonly ask: "namespace-labels";
      readonly namespaces: readonly string[];
      readonly kubeconfig?: string;
      readonly context?: string;
    };

export interface Answer {
  readonly want: Want;
  /** Why there is nothing, or not everything, in words that end up in `unknown`. */
  readonly missing?: string;
  readonly documents?: readonly PackedDocument[];
  readonly text?: string;
  readonly context?: KubernetesContext;
  readonly labels?: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

export interface KubernetesContext {
  readonly context?: string;
  readonly cluster?: string;
  readonly server?: string;
  readonly namespace?: string;
  readonly user?: string;
}

/** What a proposal comes to, after shells, wrappers, files and templates are looked through. Detectors see only this. */
export interface Operation {
  /** The program and the verb of the most serious command. */
  readonly tool: string;
  readonly operation: string;
  /** The most serious one; "unknown" wins over "read" and "plan" and loses against "mutate" and "destroy". */
  readonly class: OperationClass;
  /** Every command that would run, in the order of the text; the ones inside shells, `exec` and wrappers too. */
  readonly commands: readonly Command[];
  /** Everything that would be touched; nothing that is only read, unless all is. */
  readonly targets: readonly Target[];
  readonly objects: readonly KubernetesObject[];
  readonly changes: readonly TerraformChange[];
  readonly services: readonly ContainerService[];
  readonly policies: readonly PolicyDocument[];
  /** What could not be understood or looked at, a sentence each. */
  readonly unknown: readonly string[];
  readonly scopeHints: ScopeHints;
}

export interface Command {
  /** "kubectl" whatever the alias or path; the program's own name where nothing is known of it. */
  readonly tool: string;
  /** "delete", "rollout restart", "s3 rm", "app sync", … */
  readonly operation: string;
  readonly class: OperationClass;
  /** As far as they are known: a "*" stands for a word that only the run will tell. */
  readonly words: readonly string[];
  /**
   * Options by their long name without dashes ("namespace", "force", "all-namespaces"); `true` for those without a
   * value, a comma between values of one that is repeated.
   */
  readonly flags: ReadonlyMap<string, string | true>;
  /** Where it runs if not here: "pod shop/web-1", "host db1", "container x". */
  readonly inside?: string;
}

/** A manifest, or the part of an object that an imperative command gives. Items of a List come one by one. */
export interface KubernetesObject {
  /** A file's name, "<stdin>", or words of the command. */
  readonly document: string;
  /** Its place in the document. */
  readonly index: number;
  readonly action: "apply" | "create" | "replace" | "patch" | "delete" | "read";
  /**
   * Only some fields are there (a patch, `kubectl run`): what is absent says nothing. A field that a patch takes away is
   * null, whether the patch is merged or a list of JSON patch operations.
   */
  readonly partial: boolean;
  readonly value: Readonly<Record<string, unknown>>;
}

/** One resource of a plan, `resource_changes` of `terraform show -json`. No-ops and data sources are left out. */
export interface TerraformChange {
  readonly document: string;
  readonly address: string;
  readonly module?: string;
  readonly type: string;
  readonly name: string;
  readonly provider?: string;
  readonly actions: readonly string[];
  readonly replaced: boolean;
  readonly movedFrom?: string;
  readonly before: unknown;
  readonly after: unknown;
  /** `true` where a value is known only after the run. */
  readonly afterUnknown: unknown;
}

/** A service of a compose file; `docker run` and `docker create` come in the same shape. */
export interface ContainerService {
  readonly document: string;
  readonly name: string;
  readonly action: "run" | "remove";
  /** As in the compose specification: privileged, volumes, network_mode, pid, ipc, cap_add, security_opt, devices, … */
  readonly value: Readonly<Record<string, unknown>>;
}

/** An access policy in a command: a document of AWS IAM, a binding of gcloud, a role assignment of Azure. */
export interface PolicyDocument {
  readonly document: string;
  readonly system: "aws" | "gcloud" | "azure";
  /** "attach", "put", "create", "remove", … */
  readonly action: string;
  /** Whom it is for, as far as the command says. */
  readonly subject?: string;
  /** AWS: the document. gcloud: {member, role, resource}. Azure: {assignee, role, scope}. */
  readonly value: unknown;
}

/** Everything that tells where this is: each list without repetitions, in order of appearance. */
export interface ScopeHints {
  /** What the caller said. */
  readonly explicit?: string;
  readonly contexts: readonly string[];
  readonly clusters: readonly string[];
  /** API servers, Argo CD servers, docker hosts. */
  readonly servers: readonly string[];
  readonly namespaces: readonly string[];
  readonly namespaceLabels: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** Terraform. */
  readonly workspaces: readonly string[];
  /** AWS profiles and account ids, gcloud projects and configurations, Azure subscriptions. */
  readonly accounts: readonly string[];
  /** Machines reached by ssh. */
  readonly hosts: readonly string[];
  /** Directories and files that the command names: `envs/prod`, `values-staging.yaml`. */
  readonly paths: readonly string[];
}

/** Looks for one danger in an operation. */
export interface Detector {
  readonly tag: string;
  readonly level: Level;
  /** What it looks for, for the list of detectors. */
  readonly summary: string;
  /** What a careful operator would check first. */
  readonly advice: string;
  detect(operation: Operation): readonly Finding[];
}

export interface Finding {
  /** Where the reason is: an object and the path in it, or the words of the command. */
  readonly field: string;
  /** One sentence, without any secret that was found. */
  readonly because: string;
  /** Where this one is worse or milder than what the detector usually finds. */
  readonly level?: Level;
}

/** What the recorder writes down and an agent is told. */
export interface Assessment {
  readonly tool: string;
  readonly operation: string;
  readonly class: OperationClass;
  readonly targets: readonly Target[];
  readonly targetCount: number;
  readonly scope: { readonly class: ScopeClass; readonly because: string };
  readonly level: Level;
  readonly tags: readonly RiskTag[];
  readonly unknown: readonly string[];
  /** What a careful operator would check first. */
  readonly advice: readonly string[];
  /** The version of the rules. */
  readonly rules: string;
  readonly intentDigest: string;
}
