import { alerts } from "./alerts.ts";
import { changes } from "./changes.ts";
import { events } from "./events.ts";
import { logPatterns, logs } from "./logs.ts";
import { metric, metrics } from "./metrics.ts";
import { object } from "./object.ts";
import { objects } from "./objects.ts";
import { overview } from "./overview.ts";
import { row } from "./row.ts";
import { sql } from "./sql.ts";
import type { Tool } from "./tool.ts";
import { topology } from "./topology.ts";
import { trace } from "./trace.ts";
import { traceErrors, traces } from "./traces.ts";

export type { Tool, ToolAnswer } from "./tool.ts";

/** In the order in which somebody who looks for a cause would want them. */
export const tools: readonly Tool[] = [
  overview,
  alerts,
  changes,
  object,
  objects,
  topology,
  events,
  logPatterns,
  logs,
  traces,
  traceErrors,
  trace,
  metrics,
  metric,
  row,
  sql,
];
