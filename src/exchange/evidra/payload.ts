import type { Level, OperationClass, ScopeClass, Target } from "../../evidence/index.ts";

/** What the payloads of Evidra say, read from whoever wrote them: what is not of its kind counts as absent. */
type Fields = Readonly<Record<string, unknown>>;

export const fieldsOf = (value: unknown): Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Fields) : {};
export const textOf = (value: unknown): string => (typeof value === "string" ? value.toWellFormed() : "");
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

const classes: readonly string[] = ["read", "plan", "mutate", "destroy"] satisfies OperationClass[];
const scopes: readonly string[] = ["production", "staging", "development"] satisfies ScopeClass[];
const levels: readonly string[] = ["low", "medium", "high", "critical"] satisfies Level[];

export const classOf = (value: unknown) => (classes.includes(textOf(value)) ? value : "unknown") as OperationClass;
export const scopeOf = (value: unknown) => (scopes.includes(textOf(value)) ? value : "unknown") as ScopeClass;
export const levelOf = (value: unknown) => (levels.includes(textOf(value)) ? (value as Level) : undefined);

export interface Said {
  readonly tool: string;
  readonly operation: string;
  readonly class: OperationClass;
  readonly scope: ScopeClass;
  readonly targets: readonly Target[];
  readonly targetCount: number;
  readonly level: Level | undefined;
  readonly tags: readonly {
    readonly tag: string;
    readonly level: Level;
    readonly from: string;
    readonly detail: string;
  }[];
  /** What was declared, in the caller's words. */
  readonly intent: string;
}

/** A prescription of any version: risk at the top, in `risk_inputs`, or in `assessment`. */
export function readPrescription(value: unknown): Said {
  const payload = fieldsOf(value);
  const action = fieldsOf(payload.canonical_action);
  const intent = fieldsOf(payload.intent);
  const assessment = fieldsOf(payload.assessment);
  const tool = textOf(action.tool) || textOf(intent.tool) || "unknown";
  const operation = textOf(action.operation) || textOf(intent.operation);
  const targets = listOf(action.resource_identity).map((resource) => targetOf(fieldsOf(resource), tool, operation));
  const count = Number.isSafeInteger(action.resource_count) ? Number(action.resource_count) : 0;
  const level = levelOf(assessment.effective_risk) ?? levelOf(payload.effective_risk) ?? levelOf(payload.risk_level);
  return {
    tool,
    operation,
    class: classOf(action.operation_class),
    scope: scopeOf(action.scope_class),
    targets: targets.slice(0, 1000),
    targetCount: Math.max(count, targets.length),
    level,
    tags: tagsOf(payload, assessment, level ?? "medium"),
    intent: [textOf(intent.command), textOf(intent.target)].filter((text) => text !== "").join(" "),
  };
}

function targetOf(resource: Fields, tool: string, operation: string): Target {
  const [namespace, apiVersion] = [textOf(resource.namespace), textOf(resource.api_version)];
  return {
    system: systemOf(tool),
    kind: textOf(resource.kind) || textOf(resource.type) || "unknown",
    name: textOf(resource.name),
    ...(namespace === "" ? {} : { namespace }),
    ...(apiVersion === "" ? {} : { apiVersion }),
    action: textOf(resource.actions) || operation || "unknown",
  };
}

function systemOf(tool: string): string {
  if (/^(?:kubectl|oc|helm|kustomize)$/.test(tool)) return "kubernetes";
  if (/^(?:docker|nerdctl|podman|lima|docker-compose|compose)$/.test(tool)) return "docker";
  return tool;
}

function tagsOf(payload: Fields, assessment: Fields, level: Level): Said["tags"] {
  const later = listOf(assessment.risk_inputs);
  const inputs = later.length > 0 ? later : listOf(payload.risk_inputs);
  const details = listOf(payload.risk_details);
  const legacy = inputs.length > 0 ? [] : details.length > 0 ? details : listOf(payload.risk_tags);
  const named = inputs.map(fieldsOf).flatMap((input) =>
    listOf(input.risk_tags).map((tag) => ({
      tag: textOf(tag),
      level: levelOf(input.risk_level) ?? level,
      from: textOf(input.source) || "evidra",
      detail: textOf(input.detail),
    })),
  );
  const unnamed = legacy.map((tag) => ({ tag: textOf(tag), level, from: "evidra", detail: "" }));
  return [...named, ...unnamed].filter(({ tag }) => tag !== "");
}

export interface Outcome {
  readonly prescription: string;
  readonly verdict: string;
  readonly exitCode: number | undefined;
  readonly trigger: string;
  readonly reason: string;
  readonly references: readonly { readonly type: string; readonly id: string }[];
}

export function readReport(value: unknown): Outcome {
  const payload = fieldsOf(value);
  const context = fieldsOf(payload.decision_context);
  return {
    prescription: textOf(payload.prescription_id),
    verdict: textOf(payload.verdict),
    exitCode: Number.isSafeInteger(payload.exit_code) ? Number(payload.exit_code) : undefined,
    trigger: textOf(context.trigger),
    reason: textOf(context.reason),
    references: listOf(payload.external_refs)
      .map(fieldsOf)
      .map(({ type, id }) => ({ type: textOf(type), id: textOf(id) })),
  };
}
