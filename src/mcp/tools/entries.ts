import * as z from "zod";
import { answer, failing } from "../answer.ts";
import { McpProblem } from "../problem.ts";
import type { Registrar } from "./registrar.ts";

const types = ["log", "key", "prescription", "report", "anomaly", "coverage", "recovery", "import"] as const;
/** Entries are of many kinds, and as long as what they tell of; the log's format says what is in them. */
const recorded = z.object({ hash: z.string(), entry: z.looseObject({ id: z.string(), sequence: z.int() }) });

export function registerEntries({ server, desk, caller }: Registrar): void {
  server.registerTool(
    "entries",
    {
      title: "Read the log",
      description: "Entries of the evidence log in their order, from a sequence number on.",
      inputSchema: z.object({
        from: z.int().min(0).optional().describe("sequence to begin with; 0 unless told"),
        limit: z.int().min(1).max(200).optional().describe("50 unless told"),
        type: z.enum(types).optional(),
        session: z.string().min(1).max(256).optional(),
        actor: z.string().min(1).max(256).optional(),
      }),
      outputSchema: z.object({
        entries: z.array(recorded),
        next: z.int().optional().describe("from, for what follows"),
      }),
      annotations: { readOnlyHint: true, openWorldHint: false },
    },
    ({ limit = 50, ...selection }, context) =>
      failing(async () => {
        const entries = await desk.use(caller(context), (recorder) => recorder.entries({ ...selection, limit }));
        const last = entries.at(-1)?.entry.sequence;
        const next = entries.length < limit || last === undefined ? {} : { next: last + 1 };
        const lines = entries.map(({ entry }) => JSON.stringify(entry));
        return answer(lines.join("\n") || "no such entries", { entries, ...next });
      }),
  );
  server.registerTool(
    "entry",
    {
      title: "Read one entry",
      description: "One entry of the evidence log by its id, as it was written, with its hash.",
      inputSchema: z.object({ id: z.string().min(1).max(256) }),
      outputSchema: recorded,
      annotations: { readOnlyHint: true, openWorldHint: false },
    },
    ({ id }, context) =>
      failing(async () => {
        const found = await desk.use(caller(context), (recorder) => recorder.entry(id));
        if (!found) throw new McpProblem("NO_SUCH_ENTRY", `no entry ${id} is in this log`, { hint: "call entries" });
        return answer(JSON.stringify(found.entry), { ...found });
      }),
  );
}
