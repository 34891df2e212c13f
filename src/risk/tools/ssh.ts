import { readFlags } from "../flags.ts";
import { type Look, textOf } from "../scene.ts";

const values = new Set("b c D E e F I i J L l m O o p Q R S W w B P".split(" "));

/** `ssh host cmd`: the words go to a shell there. Without words, whatever comes on standard input does. */
export const ssh: Look = async (words, scene) => {
  const flags = readFlags(words.slice(1), { values, untilWord: true });
  const [place = "*", ...after] = flags.words;
  const command = readFlags(after, { values, untilWord: true }).words;
  const host = place.split("@").at(-1) ?? place;
  const inner = scene.with({ inside: `host ${host}` });
  const hints = { hosts: [host] };
  // These run a program here before anything happens there.
  const runsHere = flags.list("o").some((option) => /^(proxycommand|localcommand|permitlocalcommand)/i.test(option));
  if (runsHere) scene.unknown("what ssh runs here to reach the host is known only when it does");
  const flow = command.length === 0 ? scene.input() : undefined;
  const text = command.length > 0 ? command.join(" ") : flow && !flow.altered ? textOf(flow) : undefined;
  if (text === undefined) scene.unknown(`what is done on ${host} is known only when it is`);
  const inside = text === undefined ? "unknown" : (await inner.script(text)).class;
  const kind = inside === "read" && runsHere ? "unknown" : inside;
  const targets = [{ system: "host", kind: "machine", name: host, action: "ssh" }];
  scene.add({ tool: "ssh", operation: "", class: kind, words, flags: flags.record(), targets, hints });
  return { class: kind };
};
