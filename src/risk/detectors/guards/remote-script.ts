import type { Command, Detector } from "../../model.ts";
import { show } from "../../words.ts";

const fetches = ({ tool }: Command) => tool === "curl" || tool === "wget";
/** A shell, or a program only the run will name, of which nobody here knows what it is told. */
const runsUnseen = ({ tool, operation, class: kind }: Command) =>
  kind === "unknown" && ((tool === "shell" && operation === "run") || show(tool) === "*");

export const remoteScript: Detector = {
  tag: "ops.remote-script",
  level: "high",
  summary: "a script fetched from the network and run without anybody having seen it",
  advice: "Fetch it into a file, read it, and run the file; its next version may be another.",
  detect: ({ commands }) => {
    const at = commands.findIndex(fetches);
    if (at === -1 || !commands.slice(at + 1).some(runsUnseen)) return [];
    return [{ field: `${commands[at]?.tool} | sh`, because: "whoever answers decides what runs here" }];
  },
};
