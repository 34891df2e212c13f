import { skills } from "../../recorder/index.ts";
import { command } from "../shell/command.ts";

export default command({
  summary: "Print the skill, for agents whose place for skills is not known here",
  usage: "",
  options: {},
  examples: ["skill show > SKILL.md"],
  async run() {
    const { skill, skillVersion } = await skills();
    return { text: skill, data: { version: skillVersion, text: skill } };
  },
});
