import { examine } from "../doctor/index.ts";
import { command } from "./shell/command.ts";
import { exitCodes } from "./shell/exit.ts";

export default command({
  summary: "Hold this machine against everything that is needed, with the remedy for what is missing",
  usage: "",
  options: {},
  examples: ["doctor", "doctor --json"],
  details: "Exits with 4 if something is missing. Changes nothing.",
  async run() {
    const findings = await examine();
    const lines = findings.flatMap(({ requirement, state, found, remedy, neededFor }) => [
      `${state.padEnd(7)}  ${requirement}: ${found}`,
      ...(remedy === undefined ? [] : [`         needed for ${neededFor}; ${remedy}`]),
    ]);
    const missing = findings.filter(({ state }) => state === "missing").length;
    const end = missing === 0 ? "nothing is missing" : `${missing} of ${findings.length} requirements are missing`;
    return {
      data: { findings, missing },
      text: [...lines, "", end].join("\n"),
      exitCode: missing === 0 ? exitCodes.ok : exitCodes.missingRequirement,
    };
  },
});
