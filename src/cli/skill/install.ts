import { skills } from "../../recorder/index.ts";
import { command } from "../shell/command.ts";
import { skillOptions, skillPlaces } from "../support/skill-places.ts";

export default command({
  summary: "Teach agents to record what they do, by a skill in the place where each looks for skills",
  usage: "",
  options: skillOptions,
  examples: ["skill install", "skill install --agent claude --scope project"],
  async run({ options, terminal }) {
    const { installSkill, skillVersion } = await skills();
    const places = await skillPlaces(options, terminal.env);
    for (const place of places) await installSkill(place);
    const lines = places.map(({ agent, path, version }) =>
      `${agent}: ${path} ${version ? `(was ${version})` : ""}`.trim(),
    );
    return { text: lines.join("\n"), data: { version: skillVersion, places } };
  },
});
