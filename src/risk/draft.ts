import type { OperationClass, Target } from "../evidence/index.ts";
import type {
  Command,
  ContainerService,
  KubernetesObject,
  Operation,
  PolicyDocument,
  ScopeHints,
  TerraformChange,
} from "./model.ts";
import { mayChange, worse } from "./operation-class.ts";
import { show } from "./words.ts";

/** What one command comes to. */
export interface Step extends Omit<Command, "inside"> {
  readonly targets?: readonly Target[];
  readonly objects?: readonly KubernetesObject[];
  readonly changes?: readonly TerraformChange[];
  readonly services?: readonly ContainerService[];
  readonly policies?: readonly PolicyDocument[];
  readonly hints?: Hints;
}

export type Hints = Partial<Omit<ScopeHints, "explicit">>;

const lists = ["contexts", "clusters", "servers", "namespaces", "workspaces", "accounts", "hosts", "paths"] as const;

/** An operation while its commands are found one after the other. */
export class Draft {
  readonly #commands: Command[] = [];
  readonly #targets = new Map<string, { target: Target; class: OperationClass }>();
  readonly #objects: KubernetesObject[] = [];
  readonly #changes: TerraformChange[] = [];
  readonly #services: ContainerService[] = [];
  readonly #policies: PolicyDocument[] = [];
  readonly #unknown = new Set<string>();
  readonly #alwaysUnknown = new Set<string>();
  readonly #hints = Object.fromEntries(lists.map((name) => [name, new Set<string>()]));
  readonly #labels: Record<string, Readonly<Record<string, string>>> = {};

  add(step: Step, inside: string | undefined): void {
    const { tool, operation, class: kind, flags } = step;
    const words = step.words.map(show);
    this.#commands.push({ tool, operation, class: kind, words, flags: shown(flags), ...(inside && { inside }) });
    for (const target of step.targets ?? []) this.#addTarget(target, kind);
    // No spreading into push: a manifest may have more objects than a call may have arguments.
    for (const object of step.objects ?? []) this.#objects.push(object);
    for (const change of step.changes ?? []) this.#changes.push(change);
    for (const service of step.services ?? []) this.#services.push(service);
    for (const policy of step.policies ?? []) this.#policies.push(policy);
    this.hint(step.hints ?? {});
  }

  #addTarget(target: Target, kind: OperationClass): void {
    const written = JSON.stringify(target);
    const key = show(written);
    const plain = key === written ? target : (JSON.parse(key) as Target);
    const known = this.#targets.get(key);
    this.#targets.set(key, { target: plain, class: known ? worse(known.class, kind) : kind });
  }

  /** Matters where something may change; what certainly only looks is harmless whatever it finds. */
  unknown(text: string): void {
    this.#unknown.add(show(text));
  }

  /** Matters in any case. */
  doubt(text: string): void {
    this.#alwaysUnknown.add(text);
  }

  hint(hints: Hints): void {
    for (const name of lists) for (const value of hints[name] ?? []) if (value) this.#hints[name]?.add(show(value));
    Object.assign(this.#labels, hints.namespaceLabels);
  }

  finish(fallback: { tool: string; operation: string }, explicit: string | undefined): Operation {
    // A line that runs nothing changes nothing; but nothing at all was not understood.
    const kind = this.#commands.reduce<OperationClass>((worst, { class: own }) => worse(worst, own), "read");
    const serious = this.#commands.find((command) => command.class === kind) ?? fallback;
    const own = this.#commands.length === 0 ? "unknown" : kind;
    const touched = [...this.#targets.values()].filter((entry) => !mayChange(kind) || mayChange(entry.class));
    const hints = Object.fromEntries(lists.map((name) => [name, [...(this.#hints[name] ?? [])]])) as unknown;
    return {
      tool: serious.tool,
      operation: serious.operation,
      class: own,
      commands: this.#commands,
      targets: touched.map(({ target }) => target),
      objects: this.#objects,
      changes: this.#changes,
      services: this.#services,
      policies: this.#policies,
      unknown: [...this.#alwaysUnknown, ...(mayChange(own) ? this.#unknown : [])],
      scopeHints: {
        ...(hints as Omit<ScopeHints, "explicit" | "namespaceLabels">),
        namespaceLabels: this.#labels,
        ...(explicit === undefined ? {} : { explicit }),
      },
    };
  }
}

function shown(flags: ReadonlyMap<string, string | true>): ReadonlyMap<string, string | true> {
  return new Map([...flags].map(([name, value]) => [name, value === true ? true : show(value)]));
}
