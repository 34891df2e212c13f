import { type Obtained, obtain } from "../../toolchain/index.ts";
import { command } from "../shell/command.ts";

export default command({
  summary: "Get components now rather than when they are first needed",
  usage: "NAME…",
  options: {},
  examples: ["toolchain get kubernetes", "toolchain get kubernetes helm --json"],
  details: "Prints the folder of each. What is in the cache is not fetched again.",
  async run({ arguments: names, report, signal }) {
    const obtained: Obtained[] = [];
    for (const name of names) obtained.push(await obtain(name, { report, signal }));
    return { data: obtained, text: obtained.map(({ directory }) => directory).join("\n") };
  },
});
