import { z } from "zod";
import type { LogLine, Span } from "./model.ts";

/** Pods with this label say each span that they were sent in a line of their output: the collector in the app image does. */
export const collectorLabel = "airworthy.dev/collects";

const texts = z.record(z.string(), z.unknown()).default({});

/** A span of OTLP's JSON, with its attributes and those of its resource as plain members. */
const line = z.object({
  traceId: z.string().min(1),
  spanId: z.string().min(1),
  parentSpanId: z.string().optional(),
  name: z.string(),
  kind: z.number().optional(),
  startTimeUnixNano: z.string().regex(/^\d+$/),
  endTimeUnixNano: z.string().regex(/^\d+$/),
  attributes: texts,
  resource: texts,
  status: z.object({ code: z.number().optional(), message: z.string().optional() }).optional(),
});

const kinds: Readonly<Record<number, Span["kind"]>> = { 2: "server", 3: "client" };

/** The spans among a collector's lines; lines that are none are left out. */
export function spansIn(lines: readonly LogLine[]): Span[] {
  return lines.flatMap(({ body }) => {
    const read = line.safeParse(parsed(body));
    if (!read.success) return [];
    const { data } = read;
    const [began, ended] = [BigInt(data.startTimeUnixNano), BigInt(data.endTimeUnixNano)];
    const told = Object.fromEntries(Object.entries(data.attributes).map(([key, value]) => [key, String(value)]));
    const resource = (key: string) => (data.resource[key] ? String(data.resource[key]) : undefined);
    return [
      {
        time: Number(began / 1_000n) / 1_000,
        trace: data.traceId,
        span: data.spanId,
        parent: data.parentSpanId || undefined,
        service: resource("service.name") ?? "unknown",
        namespace: resource("k8s.namespace.name"),
        pod: resource("k8s.pod.name"),
        name: data.name,
        kind: kinds[data.kind ?? 0] ?? "internal",
        duration: Number(ended - began),
        isError: data.status?.code === 2,
        message: data.status?.message || undefined,
        attributes: told,
      },
    ];
  });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
