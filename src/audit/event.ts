import { createReadStream, existsSync, statSync } from "node:fs";
import { open } from "node:fs/promises";
import type { KubeObject } from "../kubernetes/index.ts";
import { AuditProblem } from "./problem.ts";

/** What is read of an event of Kubernetes' `audit.k8s.io/v1`. */
export interface AuditEvent {
  readonly auditID: string;
  readonly stage: "RequestReceived" | "ResponseStarted" | "ResponseComplete" | "Panic";
  readonly requestURI: string;
  readonly verb: string;
  readonly user: AuditUser;
  readonly impersonatedUser?: AuditUser;
  readonly userAgent?: string;
  readonly objectRef?: {
    readonly resource?: string;
    readonly subresource?: string;
    readonly namespace?: string;
    readonly name?: string;
    readonly apiGroup?: string;
  };
  readonly responseStatus?: { readonly code?: number };
  readonly requestObject?: KubeObject;
  readonly responseObject?: KubeObject;
  readonly requestReceivedTimestamp: string;
  readonly annotations?: Readonly<Record<string, string>>;
}

interface AuditUser {
  readonly username: string;
  readonly extra?: Readonly<Record<string, readonly string[]>>;
}

/**
 * Reads an audit log, line by line. Whoever judges by it must not pass over a line that cannot be read; only what the
 * API server is still writing, the piece after the last newline, is left for another time.
 */
export async function* readAudit(file: string): AsyncIterable<AuditEvent> {
  let number = 0;
  let unfinished = "";
  for await (const chunk of createReadStream(file, "utf8")) {
    const lines = (unfinished + chunk).split("\n");
    unfinished = lines.pop() ?? "";
    for (const line of lines) {
      number += 1;
      yield parseEvent(line, `${file}:${number}`);
    }
  }
}

/** Reads what is added to an audit log from now on, each time it is called: only whole lines. */
export function tailAudit(file: string): () => Promise<AuditEvent[]> {
  let from = existsSync(file) ? statSync(file).size : 0;
  return async () => {
    await using log = await open(file);
    const { size } = await log.stat();
    const { buffer, bytesRead } = await log.read(Buffer.alloc(Math.max(0, size - from)), { position: from });
    const end = buffer.subarray(0, bytesRead).lastIndexOf("\n") + 1;
    from += end;
    const lines = buffer.toString("utf8", 0, end).split("\n").slice(0, -1);
    return lines.map((line) => parseEvent(line, file));
  };
}

function parseEvent(line: string, where: string): AuditEvent {
  try {
    const event = JSON.parse(line);
    if (typeof event.verb === "string" && typeof event.user?.username === "string") return event;
  } catch (cause) {
    throw new AuditProblem("BAD_AUDIT_LOG", `${where}: expected a JSON object a line, found ${line.slice(0, 80)}`, {
      cause,
    });
  }
  throw new AuditProblem("BAD_AUDIT_LOG", `${where}: expected an audit event, found ${line.slice(0, 80)}`);
}
