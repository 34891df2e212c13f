import { skills } from "../../recorder/index.ts";
import { command } from "../shell/command.ts";
import { skillOptions, skillPlaces } from "../support/skill-places.ts";

export default command({
  summary: "Remove the skill",
  usage: "",
  options: skillOptions,
  examples: ["skill uninstall", "skill uninstall --agent codex"],
  async run({ options, terminal }) {
    const { uninstallSkill } = await skills();
    const removed: string[] = [];
    for (const place of await skillPlaces(options, terminal.env)) {
      if (await uninstallSkill(place)) removed.push(place.path);
    }
    return {
      text: removed.length > 0 ? `removed ${removed.join(", ")}` : "no skill of ours was there",
      data: { removed },
    };
  },
});
