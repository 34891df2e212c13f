import * as z from "zod";
import { assess, explain, gather, readConfig } from "../../risk/index.ts";
import { answer, failing } from "../answer.ts";
import { proposalOf, shown } from "../proposal.ts";
import { assessment, proposal } from "../schemas.ts";
import type { Registrar } from "./registrar.ts";

export function registerExplainRisk({ server, desk }: Registrar): void {
  server.registerTool(
    "explain_risk",
    {
      title: "Say what the risk would be, without recording anything",
      description:
        "Use this while you compare ways to do something. It changes and records nothing, and does not replace prescribe.",
      inputSchema: z.object(proposal),
      outputSchema: z.object({ answer: z.string(), assessment }),
      annotations: { readOnlyHint: true, openWorldHint: false },
    },
    (asked) =>
      failing(async () => {
        const config = await readConfig(process.cwd());
        const found = await assess(await gather(proposalOf(asked, desk.surroundings())), config);
        return answer(explain(found), { answer: explain(found), assessment: shown(found) });
      }),
  );
}
