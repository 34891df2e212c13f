import { components } from "../../toolchain/index.ts";
import { command } from "../shell/command.ts";
import { columns } from "../shell/format.ts";

export default command({
  summary: "Show the components, which are here, and how the others would be got",
  usage: "",
  options: { full: { type: "boolean", text: "read every byte in the cache and compare it with its digest" } },
  examples: ["toolchain list", "toolchain list --full --json"],
  async run({ options }) {
    const listed = await components(options.full ? "full" : "quick");
    const rows = listed.map(({ name, version, state, from, damage, ways, purpose }) => [
      name,
      version,
      damage ? `${state}: ${damage}` : state,
      purpose,
      from ?? ways.join(", "),
    ]);
    return { data: listed, text: columns([["NAME", "VERSION", "STATE", "WHAT", "FROM"], ...rows]) };
  },
});
