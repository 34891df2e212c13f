import { gather, type Proposal } from "../risk/index.ts";
import type { Backend } from "./backend.ts";
import { actorHere } from "./identity.ts";
import type { ConnectOptions, Intent, Recorder, Refusal } from "./model.ts";
import { invalid } from "./record/input.ts";
import type { Details } from "./record/prescribe.ts";

/** The caller's side, the same for both backends: files are read by whoever may read them, and people are asked here. */
export function recorderOver(backend: Backend, options: ConnectOptions): Recorder {
  // A report has the actor of its prescription unless somebody insists; a prescription needs one in any case.
  const { actor: insisted, session, environment = process.env } = options;
  const actor = insisted ?? actorHere(environment);
  const detailsOf = (intent: Intent): Details => ({
    actor: intent.actor ?? actor,
    session: intent.session ?? session,
    trace: intent.trace,
    intent: intent.intent,
    expires: intent.expires,
    process: intent.process,
  });
  const prescribe: Recorder["prescribe"] = async (intent, { decide } = {}) => {
    const materials = await gather(proposalOf(intent));
    const details = detailsOf(intent);
    if (!decide) return await backend.prescribe(materials, details);
    const assessment = await backend.assess(materials);
    const decision = await decide(assessment);
    const { intentDigest } = assessment;
    const approval = decision.is === "approved" ? { by: decision.by, intentDigest } : undefined;
    const prescribed = await backend.prescribe(materials, { ...details, approval });
    if (decision.is !== "declined") return prescribed;
    const { trigger, reason } = decision;
    return { ...prescribed, declined: await backend.decline({ prescription: prescribed.id, trigger, reason }) };
  };
  const decline: Recorder["decline"] = async ({ intent, ...refusal }) => {
    const prescription = subjectOf({ intent, ...refusal }) ?? (await prescribe(intent ?? {})).id;
    return await backend.decline({ ...refusal, prescription, actor: refusal.actor ?? intent?.actor ?? insisted });
  };
  return {
    custody: backend.custody,
    where: backend.where,
    made: backend.made,
    prescribe,
    decline,
    report: (outcome) => backend.report({ ...outcome, actor: outcome.actor ?? insisted }),
    pending: (selection = {}) => backend.pending(selection),
    entry: (id) => backend.entry(id),
    entries: (selection = {}) => backend.entries(selection),
    cover: (coverage) => backend.cover({ ...coverage, actor }),
    closeLost: () => backend.closeLost(),
    checkpoint: () => backend.checkpoint(),
    close: () => backend.close(),
    [Symbol.asyncDispose]: () => backend.close(),
  };
}

function proposalOf(intent: Intent): Proposal {
  const { actor, session, trace, intent: why, expires, process, ...proposal } = intent;
  return proposal;
}

/** Id of what is refused; undefined if it has to be prescribed first. */
function subjectOf({ prescription, intent }: Pick<Refusal, "prescription" | "intent">): string | undefined {
  if ((prescription === undefined) !== (intent === undefined)) return prescription;
  throw invalid(`decline: expected a prescription or an intent, found ${intent ? "both" : "neither"}`);
}
