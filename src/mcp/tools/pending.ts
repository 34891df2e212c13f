import * as z from "zod";
import { answer, failing } from "../answer.ts";
import { level } from "../schemas.ts";
import type { Registrar } from "./registrar.ts";

export function registerPending({ server, desk, caller }: Registrar): void {
  server.registerTool(
    "pending",
    {
      title: "List prescriptions without a report",
      description: "What was prescribed and not yet reported or declined: by this session, unless you ask for others.",
      inputSchema: z.object({
        session: z.string().min(1).max(256).optional().describe("another session than this connection's"),
        everybody: z.boolean().optional().describe("of all sessions and actors"),
      }),
      outputSchema: z.object({
        pending: z.array(
          z.object({
            id: z.string(),
            time: z.string(),
            due: z.string(),
            overdue: z.boolean(),
            actor: z.string(),
            session: z.string().optional(),
            tool: z.string(),
            operation: z.string(),
            level,
            command: z.array(z.string()).optional(),
          }),
        ),
      }),
      annotations: { readOnlyHint: true, openWorldHint: false },
    },
    ({ session, everybody }, context) =>
      failing(async () => {
        const who = caller(context);
        const selection = everybody ? {} : { session: session ?? who.session };
        const found = await desk.use(who, (recorder) => recorder.pending(selection));
        const pending = found.map(({ hash: _, sequence: __, actor, command, ...rest }) => ({
          ...rest,
          actor: actor.id,
          ...(command ? { command: [...command] } : {}),
        }));
        const lines = pending.map((each) => `${each.id} ${each.tool} ${each.operation}, due ${each.due}`);
        return answer(lines.join("\n") || "nothing is pending", { pending });
      }),
  );
}
