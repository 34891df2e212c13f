import * as z from "zod";
import { answer, failing } from "../answer.ts";
import { traceOf } from "../desk.ts";
import { proposalOf, shown } from "../proposal.ts";
import { assessment, details, proposal } from "../schemas.ts";
import { alwaysThere, type Registrar } from "./registrar.ts";

export function registerPrescribe({ server, desk, caller }: Registrar): void {
  server.registerTool(
    "prescribe",
    {
      title: "Record an intention before acting",
      description:
        "Call this before anything that may change infrastructure, with the exact command or manifest. It records your " +
        "intention durably, and answers with an id, the risk and why, the targets, and what to check first. If it fails, " +
        "do not act. Afterwards report exactly once with the id, or decline.",
      inputSchema: z.object({ ...proposal, ...details }),
      outputSchema: z.object({
        id: z.string().describe("hand this to report or decline"),
        answer: z.string().describe("the risk in words, and what to check first"),
        sequence: z.int(),
        hash: z.string(),
        custody: z.enum(["separate", "shared"]),
        session: z.string(),
        assessment,
      }),
      annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: false },
      _meta: alwaysThere,
    },
    ({ intent, session: named, model, expires, ...asked }, context) =>
      failing(async () => {
        const who = caller(context);
        const session = named ?? who.session;
        const told = { actor: desk.actor(who, { model }), trace: traceOf(context), session, intent, expires };
        const proposed = { ...proposalOf(asked, desk.surroundings()), ...told };
        const prescribed = await desk.use(who, (recorder) => recorder.prescribe(proposed));
        const { id, sequence, hash, custody } = prescribed;
        // Agents show a model either the words or the data: the words are in both.
        return answer(`prescription ${id}\n${prescribed.answer}`, {
          id,
          answer: prescribed.answer,
          sequence,
          hash,
          custody,
          session,
          assessment: shown(prescribed.assessment),
        });
      }),
  );
}
