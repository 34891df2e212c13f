import { assess } from "../../risk/index.ts";
import type { Backend } from "../backend.ts";
import { type Caller, draftOf, given } from "./caller.ts";
import type { Desk } from "./desk.ts";
import { namedActor } from "./input.ts";
import { closeLost } from "./lost.ts";
import { prescribe } from "./prescribe.ts";
import { decline, report } from "./report.ts";
import { entries, entry, pending, type Sight } from "./select.ts";

/** Everything that one caller may ask of a log. */
export function backendOver(desk: Desk, caller: Caller, sees: Sight = () => true): Omit<Backend, "where" | "close"> {
  const { log } = desk;
  const { channel, through } = caller;
  return {
    custody: caller.custody,
    assess: async (materials) => assess(materials, await desk.config()),
    prescribe: (materials, details) => prescribe(desk, caller, materials, details),
    report: (outcome) => report(desk, caller, outcome),
    decline: (refusal) => decline(desk, caller, refusal),
    pending: (selection) => pending(log, selection, sees),
    entry: (id) => entry(log, id, sees),
    entries: (selection) => entries(log, selection, sees),
    cover: async ({ actor, ...coverage }) => {
      const about = { actor: namedActor(actor) };
      await log.append(draftOf(caller, "coverage", about, given({ channel, through, ...coverage })));
    },
    closeLost: () => closeLost(log, caller),
    checkpoint: () => log.checkpoint(),
  };
}
