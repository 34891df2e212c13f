import { readFlags } from "../flags.ts";
import { type Look, textOf } from "../scene.ts";
import { hole } from "../words.ts";

const values = new Set(
  "I i n L l P s d E a max-args max-lines max-procs max-chars delimiter arg-file replace".split(" "),
);
const mostWords = 500;

/** `… | xargs kubectl delete`: the command with what comes in, or with a hole. */
export const xargs: Look = async (words, scene) => {
  const flags = readFlags(words.slice(1), { values, untilWord: true, short: { I: "replace", i: "replace" } });
  const flow = scene.input();
  const mark = flags.value("replace");
  // With a mark to put them in, whole lines are taken.
  const cut = mark === undefined ? /\s+/ : /\n/;
  const given =
    flow && !flow.altered
      ? textOf(flow)
          .split(cut)
          .filter((word) => word !== "")
      : [];
  const comes = given.length > 0 && given.length <= mostWords ? given : [hole];
  if (comes[0] === hole) scene.unknown("what xargs passes on is known only when it runs");
  const command = flags.words.length > 0 ? flags.words : ["echo"];
  const inner = scene.with({ input: undefined });
  if (mark === undefined) return inner.look([...command, ...comes]);
  const first = await inner.look(command.map((word) => word.replaceAll(mark, comes[0] ?? hole)));
  for (const word of comes.slice(1)) await inner.look(command.map((part) => part.replaceAll(mark, word)));
  return { class: first.class };
};
