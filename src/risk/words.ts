/**
 * Words of commands are strings in which a hole stands for what only the run will tell: the output of a program, a
 * variable nobody set. The hole is a private-use character, so whoever writes it into a command only gains that we do
 * not understand it.
 */
export const hole = "\uE000";

const holes = new RegExp(`${hole}+`, "g");

export const isKnown = (word: string) => !word.includes(hole);

/** For people and entries: "app-*" for "app-$ID". */
export const show = (word: string) => (isKnown(word) ? word : word.replaceAll(holes, "*"));

/** The name of a program without its path: "/usr/bin/kubectl", "kubectl.exe" and "KUBECTL.EXE" are "kubectl". */
export function programName(word: string): string {
  const name = word.split(/[/\\]/).at(-1) ?? "";
  return /\.(exe|cmd|bat)$/i.test(name) ? name.slice(0, -4).toLowerCase() : name;
}
