import * as z from "zod";
import { failing } from "../answer.ts";
import { id, reported } from "../schemas.ts";
import { alwaysThere, type Registrar } from "./registrar.ts";
import { reportedAnswer } from "./reported.ts";

const endings = ["not-started", "killed", "timeout", "lost", "other"] as const;

export function registerReport({ server, desk, caller }: Registrar): void {
  server.registerTool(
    "report",
    {
      title: "Record what came of a prescription",
      description:
        "Call this exactly once after you acted on a prescription, also if it failed. success is exit code 0, failure is " +
        "an exit code above 0, error is for what never ran, was killed, or whose end nobody saw. If you decided not to " +
        "act, call decline instead.",
      inputSchema: z.object({
        prescription: id,
        verdict: z.enum(["success", "failure", "error"]),
        exitCode: z.int().min(0).max(4_294_967_295).optional().describe("as the command gave it; not with error"),
        durationMs: z.int().min(0).optional(),
        error: z
          .object({ kind: z.enum(endings), text: z.string().min(1).max(4096) })
          .optional()
          .describe("with error only: what happened"),
        output: z
          .array(z.object({ name: z.string().min(1), content: z.string().max(4 * 1024 * 1024) }))
          .max(10)
          .optional()
          .describe("what the command said, if it is worth keeping; secrets are taken out"),
        references: z
          .array(z.object({ type: z.string().min(1), id: z.string().min(1) }))
          .max(50)
          .optional()
          .describe("ids elsewhere: a ticket, a pipeline, a commit"),
      }),
      outputSchema: reported,
      annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: false },
      _meta: alwaysThere,
    },
    ({ output = [], ...outcome }, context) =>
      failing(async () => {
        const documents = output.map(({ name, content }) => ({ name, bytes: Buffer.from(content) }));
        const told = { ...outcome, output: documents };
        const reported = await desk.use(caller(context), (recorder) => recorder.report(told));
        return reportedAnswer(`recorded: ${outcome.verdict}`, reported);
      }),
  );
}
