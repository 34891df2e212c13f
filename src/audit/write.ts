import type { KubeObject } from "../kubernetes/index.ts";
import type { AuditEvent } from "./event.ts";

/** One thing that somebody did to a cluster, or tried to. */
export interface Write {
  readonly id: string;
  readonly time: string;
  readonly user: string;
  /** How it was done on somebody's behalf, where it was not done by them: "pod shop/j-mwbzs", "token of shop/default". */
  readonly through: string | undefined;
  readonly verb: string;
  readonly group: string;
  readonly resource: string;
  readonly subresource: string | undefined;
  readonly namespace: string | undefined;
  readonly name: string | undefined;
  /** Refused ones are attempts all the same. */
  readonly allowed: boolean;
  readonly code: number;
  /** What was changed in an object that was there before. */
  readonly changed: readonly FieldChange[];
  readonly sent: KubeObject | undefined;
  readonly result: KubeObject | undefined;
  /** The words of an exec. */
  readonly command: readonly string[] | undefined;
}

export interface FieldChange {
  /** Like `spec.template.spec.containers[name=web].image`. */
  readonly path: string;
  readonly from: unknown;
  readonly to: unknown;
}

const changing = new Set(["create", "update", "patch", "delete", "deletecollection"]);
/** Reads by their verb, acts by what they do: kubectl opens them with a GET that becomes a stream. */
const streams = new Set(["exec", "attach", "portforward", "proxy"]);
/** Questions that are asked by creating something which is not kept. */
const questions = new Set(["authorization.k8s.io", "authentication.k8s.io"]);

export function isWrite(event: AuditEvent): boolean {
  const { resource, subresource = "", apiGroup = "" } = event.objectRef ?? {};
  // An open stream is told twice, at its start and its end; everything else once, when it is over.
  if (streams.has(subresource)) return event.stage === "ResponseStarted" || isRefused(event);
  if (event.stage !== "ResponseComplete" || isDryRun(event)) return false;
  if (isImpersonation(event)) return true;
  if (resource === undefined) return false;
  return changing.has(event.verb) && !(questions.has(apiGroup) && subresource === "");
}

function isRefused(event: AuditEvent): boolean {
  return event.stage === "ResponseComplete" && codeOf(event) >= 400;
}

/**
 * To act as somebody else is an act, whatever was then asked. A refused one bears no name: it failed before the question
 * of rights came up, which is how it is known.
 */
function isImpersonation(event: AuditEvent): boolean {
  const decided = event.annotations?.["authorization.k8s.io/decision"] !== undefined;
  return event.impersonatedUser !== undefined || (codeOf(event) === 403 && !decided);
}

export function verbOf(event: AuditEvent): string {
  if (streams.has(event.objectRef?.subresource ?? "")) return "create";
  return changing.has(event.verb) ? event.verb : "impersonate";
}

function isDryRun(event: AuditEvent): boolean {
  const inBody = event.requestObject?.kind === "DeleteOptions" && Array.isArray(event.requestObject.dryRun);
  return (inBody && event.requestObject?.dryRun.length > 0) || parametersOf(event).has("dryRun");
}

export function parametersOf(event: AuditEvent): URLSearchParams {
  return new URL(event.requestURI, "https://cluster").searchParams;
}

export function codeOf(event: AuditEvent): number {
  return event.responseStatus?.code ?? 0;
}
