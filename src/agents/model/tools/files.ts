import { z } from "zod";
import type { Stage } from "../../contract.ts";
import { capped, type Tool } from "./tool.ts";

/** More than any file that can be read has. Not every provider knows numbers as large as ours. */
const mostLines = 10_000_000;

/** Files of the sandbox, read and written as the agent's user. */
export const files = (home: Stage["home"]): Tool[] => [readFile(home), editFile(home)];

function readFile(home: Stage["home"]): Tool {
  return {
    name: "read_file",
    description: "Read a text file, all of it or some of its lines.",
    input: z.object({
      path: z.string().min(1),
      first_line: z.int().positive().max(mostLines).optional().describe("1 unless told"),
      lines: z.int().positive().max(mostLines).optional().describe("all unless told"),
    }),
    async run({ path, first_line = 1, lines }, signal) {
      const all = (await home.read(String(path), signal)).split("\n");
      const from = Number(first_line) - 1;
      return { text: capped(all.slice(from, lines === undefined ? undefined : from + Number(lines)).join("\n")) };
    },
  };
}

function editFile(home: Stage["home"]): Tool {
  return {
    name: "edit_file",
    description:
      "Replace a text in a file by another. The old text must occur exactly once. " +
      "With an empty old text the file is written anew with the new one.",
    input: z.object({ path: z.string().min(1), old_text: z.string(), new_text: z.string() }),
    async run(input, signal) {
      const [path, old, fresh] = [String(input.path), String(input.old_text), String(input.new_text)];
      if (old === "") {
        await home.write([{ path, content: fresh }], signal);
        return { text: `${path}: written` };
      }
      const before = await home.read(path, signal);
      const times = before.split(old).length - 1;
      if (times !== 1) {
        const hint = times === 0 ? "read the file again" : "take more of its surroundings";
        return { text: `error: ${path}: expected the old text once, found it ${times} times; ${hint}` };
      }
      // Not by replace(): it takes a dollar sign in the new text for something else.
      const at = before.indexOf(old);
      await home.write([{ path, content: before.slice(0, at) + fresh + before.slice(at + old.length) }], signal);
      return { text: `${path}: changed` };
    },
  };
}
