import * as z from "zod";
import { failing } from "../answer.ts";
import { traceOf } from "../desk.ts";
import { proposalOf } from "../proposal.ts";
import { details, id, proposal, reason, reported, trigger } from "../schemas.ts";
import { alwaysThere, type Registrar } from "./registrar.ts";
import { reportedAnswer } from "./reported.ts";

export function registerDecline({ server, desk, caller }: Registrar): void {
  server.registerTool(
    "decline",
    {
      title: "Record that you decided not to act",
      description:
        "Call this when you decide not to do something: because of its risk, a policy, or doubt. Give the id of the " +
        "prescription, or, if there is none yet, what you would have done. A refusal with a reason is a good outcome.",
      inputSchema: z.object({ prescription: id.optional(), trigger, reason, ...proposal, ...details }),
      outputSchema: reported,
      annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: false },
      _meta: alwaysThere,
    },
    ({ prescription, trigger: what, reason: why, intent, session, model, expires, ...asked }, context) =>
      failing(async () => {
        const who = caller(context);
        const proposed = Object.values(asked).some((value) => value !== undefined);
        const told = {
          ...proposalOf(asked, desk.surroundings()),
          actor: desk.actor(who, { model }),
          trace: traceOf(context),
          session: session ?? who.session,
          intent,
          expires,
        };
        const refusal = { prescription, trigger: what, reason: why, ...(proposed ? { intent: told } : {}) };
        return reportedAnswer("recorded: declined", await desk.use(who, (recorder) => recorder.decline(refusal)));
      }),
  );
}
