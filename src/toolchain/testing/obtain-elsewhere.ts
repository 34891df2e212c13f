import { go } from "../components/go.ts";
import { obtain } from "../obtain.ts";
import { tiny } from "./workbench.ts";

/** A second process that wants the same component: prints its news and what it got, one JSON object a line. */
const say = (value: unknown) => process.stdout.write(`${JSON.stringify(value)}\n`);
say(await obtain("tiny", { report: say }, { components: [tiny, go], root: process.argv[2] ?? "" }));
