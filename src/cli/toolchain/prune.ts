import { join } from "node:path";
import { toolsInUse } from "../../cluster/index.ts";
import { pruneImages } from "../../images/index.ts";
import { components, pruneComponents } from "../../toolchain/index.ts";
import { command } from "../shell/command.ts";
import { UsageProblem } from "../shell/exit.ts";
import { bytes } from "../shell/format.ts";

export default command({
  summary: "Remove components and images that this version does not use",
  usage: "",
  options: { days: { type: "string", value: "N", text: "only what nobody used for as many days; 7 if not said" } },
  examples: ["toolchain prune", "toolchain prune --days 1"],
  details: [
    "Other versions of Airworthy share the cache: what they used lately stays, and so does what living clusters run",
    "from. What goes and is needed after all comes again by itself.",
  ].join("\n"),
  async run({ options }) {
    const unusedSince = new Date(Date.now() - daysOf(options.days ?? "7") * 24 * 60 * 60_000);
    const removed = await pruneComponents({ unusedSince, inUse: await toolsInUse() });
    const imageBytes = await pruneImages({ unusedSince, binaries: await binaries() });
    const parts = [...removed, ...(imageBytes > 0 ? [`${bytes(imageBytes)} of images`] : [])];
    return {
      data: { components: removed, imageBytes },
      text: parts.length > 0 ? `removed ${parts.join(", ")}` : "nothing to remove",
    };
  },
});

/** Not less than one: whoever is building at this moment must not lose what it builds on. */
function daysOf(text: string): number {
  const days = Number(text);
  if (Number.isInteger(days) && days >= 1) return days;
  throw new UsageProblem("BAD_OPTION", `--days: expected a whole number from 1 on, found "${text}"`);
}

/** The toolchain's binaries that images hold, as far as they are here. */
async function binaries(): Promise<Record<string, string>> {
  const place = { kubernetes: "kube", traefik: "traefik" } as const;
  const cached = await components();
  return Object.fromEntries(
    Object.entries(place).flatMap(([name, file]) => {
      const directory = cached.find((item) => item.name === name)?.directory;
      return directory === undefined ? [] : [[file, join(directory, file)]];
    }),
  );
}
