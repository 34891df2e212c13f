import type { Actor, Draft, Prescription, Target, Trace } from "../../evidence/index.ts";
import { type Assessment, assess, explain, type Materials } from "../../risk/index.ts";
import type { Prescribed } from "../model.ts";
import { type Caller, draftOf, given } from "./caller.ts";
import type { Desk } from "./desk.ts";
import { invalid, namedActor, seconds, words } from "./input.ts";
import { type Clean, clean, documentsOf } from "./kept.ts";
import { lostAmong } from "./lost.ts";
import { deadAmong, forgetRunning, noteRunning } from "./running.ts";

/** What the actor tells beside the materials. Nothing in it has a say in the risk. */
export interface Details {
  readonly actor: Actor;
  readonly session?: string | undefined;
  readonly trace?: Trace | undefined;
  readonly intent?: string | undefined;
  readonly expires?: number | undefined;
  readonly process?: Prescription["process"] | undefined;
  /** Who said yes, and to what: it must be what is written now. */
  readonly approval?: Prescription["approval"] | undefined;
}

const expiresUnlessTold = 3_600;
/** Of more targets than this only the number is written. */
const mostTargets = 1_000;

export async function prescribe(
  desk: Desk,
  caller: Caller,
  materials: Materials,
  details: Details,
): Promise<Prescribed> {
  const assessment = await assess(materials, await desk.config());
  const data = await prescriptionOf(desk, materials, details, assessment);
  const { actor, session, trace } = details;
  const about = { actor: namedActor(actor), session: session && clean(desk).text(words("session", session)), trace };
  const draft = draftOf(caller, "prescription", about, data);
  if (details.process) noteRunning(desk.log, draft.id, details.process);
  // Whoever begins something new first closes what the dead left open, if there is anything, in the same write.
  const dead = deadAmong(desk.log);
  const written = await desk.log.append(
    dead.length === 0 ? draft : (view): Draft[] => [...lostAmong(view, caller), draft],
  );
  for (const id of dead) forgetRunning(desk.log, id);
  const own = written.at(-1);
  if (own === undefined) throw new Error("a write that succeeded returned nothing");
  return {
    id: draft.id,
    hash: own.hash,
    sequence: own.entry.sequence,
    assessment,
    answer: explain(assessment),
    custody: caller.custody,
  };
}

async function prescriptionOf(
  desk: Desk,
  materials: Materials,
  details: Details,
  assessment: Assessment,
): Promise<Prescription> {
  const { approval, expires = expiresUnlessTold, intent, process } = details;
  if (approval && approval.intentDigest !== assessment.intentDigest) {
    throw invalid(
      `approval: it is for ${approval.intentDigest}, this is ${assessment.intentDigest}`,
      "what is to be done has changed since it was approved: ask again",
    );
  }
  const secrets = clean(desk);
  const line = materials.command ?? (materials.shell === undefined ? undefined : ["sh", "-c", materials.shell]);
  // First what says most clearly that something is a secret; then the same secret is found wherever else it stands.
  const command = line && secrets.command(line);
  const artifacts = await secrets.keep(documentsOf(materials));
  const told = {
    tool: secrets.text(assessment.tool) || "unknown",
    operation: secrets.text(assessment.operation),
    class: assessment.class,
    command,
    intent: intent === undefined ? undefined : secrets.text(words("intent", intent)),
    targets: assessment.targets.slice(0, mostTargets).map((target) => cleanTarget(target, secrets)),
    targetCount: assessment.targetCount,
    scope: { class: assessment.scope.class, because: secrets.text(assessment.scope.because) },
    risk: {
      level: assessment.level,
      tags: assessment.tags.map(({ tag, level, field, because }) => ({
        tag,
        level,
        field: secrets.text(field),
        because: secrets.text(because),
      })),
      unknown: assessment.unknown.map((each) => secrets.text(each)),
      rules: assessment.rules,
    },
    intentDigest: assessment.intentDigest,
    expires: seconds(expires),
    process,
    approval: approval && { by: words("id", approval.by), intentDigest: approval.intentDigest },
  };
  return given({ ...told, artifacts, redacted: secrets.redacted }) as Prescription;
}

/** Names come from the command and its files, where a secret can stand anywhere. */
function cleanTarget(target: Target, secrets: Clean): Target {
  const cleaned = Object.entries(given(target)).map(([key, value]) => [key, secrets.text(value)]);
  const { system, kind, action, ...rest } = Object.fromEntries(cleaned) as unknown as Target;
  return { ...rest, system: system || "unknown", kind: kind || "unknown", action: action || "unknown" };
}
