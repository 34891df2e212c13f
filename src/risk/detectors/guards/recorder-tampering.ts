import type { Detector } from "../../model.ts";

export const recorderTampering: Detector = {
  tag: "ops.recorder-tampering",
  level: "critical",
  summary: "a change to the evidence log, to its keys or to what switches recording on",
  advice: "The log is proof only while nobody who is recorded touches it: use airworthy's own commands.",
  detect: ({ targets }) =>
    targets
      .filter(
        ({ system, name, action }) =>
          system === "files" && action !== "read" && /(^|\/)airworthy\/(evidence|keys)(\/|$)/.test(name),
      )
      .map(({ name, action }) => ({
        field: `${action} ${name}`,
        because: "the flight recorder keeps its log and its keys there",
      })),
};
