import { listImages } from "../../images/index.ts";
import { command } from "../shell/command.ts";
import { bytes, columns } from "../shell/format.ts";

export default command({
  summary: "Show the images that local clusters can run without a registry",
  usage: "",
  options: {},
  examples: ["cluster images", "cluster images --json"],
  details: [
    "Each is built from its recipe when a pod first asks for it. Where no registry is reachable, the public names in",
    "the last column resolve to these stand-ins.",
  ].join("\n"),
  async run() {
    const images = await listImages();
    const rows = images.map(({ name, about, references, standInFor, size }) => [
      references[0] ?? name,
      size === undefined ? "not built" : bytes(size),
      about,
      standInFor.join(" ") || "-",
    ]);
    return { data: images, text: columns([["IMAGE", "SIZE", "WHAT", "STANDS IN FOR"], ...rows]) };
  },
});
