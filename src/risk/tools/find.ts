import type { OperationClass } from "../../evidence/index.ts";
import { classOfWrite, fileTarget } from "../files.ts";
import { worse } from "../operation-class.ts";
import type { Look } from "../scene.ts";
import { hole } from "../words.ts";

/** `find … -exec cmd {} ;` runs commands, `-delete` deletes, `-fprint` writes. */
export const find: Look = async (words, scene) => {
  const first = words.findIndex((word, at) => at > 0 && /^[-(!]/.test(word) && !/^-[HLPDO]/.test(word));
  const roots = words.slice(1, first < 0 ? undefined : first).filter((word) => !word.startsWith("-"));
  const paths = (roots.length === 0 ? ["."] : roots).map((root) => scene.path(root));
  let kind: OperationClass = "read";
  for (const [at, word] of words.entries()) {
    if (word === "-delete") kind = "destroy";
    if (/^-f(ls|print0?|printf)$/.test(word)) kind = worse(kind, classOfWrite(scene.path(words[at + 1] ?? hole)));
    if (!/^-(exec|ok)(dir)?$/.test(word)) continue;
    const end = words.findIndex((other, place) => place > at && (other === ";" || other === "+"));
    const command = words.slice(at + 1, end < 0 ? undefined : end);
    const inner = scene.with({ input: undefined });
    const { class: own } = await inner.look(command.map((part) => part.replaceAll("{}", hole)));
    kind = worse(kind, own);
  }
  const deletes = words.includes("-delete");
  const targets = deletes ? paths.map((path) => fileTarget(`${path}/*`, "delete")) : [];
  scene.add({ tool: "find", operation: deletes ? "delete" : "", class: kind, words, flags: new Map(), targets });
  return { class: kind };
};
