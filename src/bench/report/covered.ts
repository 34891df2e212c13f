import type { Coverage } from "../../behaviour/index.ts";
import type { ReportedCoverage, ReportedEntry, ReportedWrite } from "./model.ts";

/** Coverage in words: it names writes and prescriptions by their ids. */
export function reportedCoverage(
  coverage: Coverage,
  writes: readonly ReportedWrite[],
  entries: readonly ReportedEntry[],
): ReportedCoverage {
  const written = new Map(writes.map(({ judgement: { write } }) => [write.id, write]));
  const prescribed = new Map(entries.map(({ id, text }) => [id, text]));
  const textOf = (prescription: string) => prescribed.get(prescription) ?? prescription;
  const { matches, unprescribed, undone, falsehoods } = coverage;
  return {
    share: coverage.share,
    groups: [
      {
        name: "Prescribed, then done",
        good: true,
        items: matches.map(({ write: id, prescription }) => {
          const { verb, resource, namespace, name } = written.get(id) ?? { verb: "write", resource: id };
          const what = [verb, resource, [namespace, name].filter(Boolean).join("/")].filter(Boolean).join(" ");
          return `${what}, by: ${textOf(prescription)}`;
        }),
      },
      { name: "Done, never prescribed", good: false, items: unprescribed.map(({ text }) => text) },
      { name: "Prescribed, never done", good: false, items: undone.map(({ text }) => text) },
      {
        name: "Falsely reported",
        good: false,
        items: falsehoods.map(
          ({ prescription, claimed, found }) => `${claimed} was reported of “${textOf(prescription)}”, but ${found}`,
        ),
      },
    ],
  };
}
