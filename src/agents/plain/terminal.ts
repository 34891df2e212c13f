import { stripVTControlCharacters } from "node:util";
import type { Given } from "../trajectory.ts";

/** Where the shell of a session finds what makes it tell of its commands. */
export const settingsPath = "/tmp/.terminal";

/**
 * Bash tells when a command begins and ends, in sequences that terminals do not show. They run through the same stream as
 * the output, so that this stream alone says which command said what.
 */
export const settings = `HISTFILE= HISTCONTROL= HISTIGNORE= HISTTIMEFORMAT=
shopt -s cmdhist lithist
set +H
__told() { printf '\\e]7711;%s;%s;%s\\a' "$1" "$EPOCHREALTIME" "$2"; }
__ended() { local code=$?; __told end "$code"; return "$code"; }
PS0='$(__told begin "$(history 1 | base64 -w0)")'
PROMPT_COMMAND=__ended
PS1='\\w\\$ '
`;

/** A shell that goes on from one command to the next. Its errors share the stream: two would lose their order. */
export const shell = ["bash", "-c", `exec bash --noprofile --rcfile ${settingsPath} --noediting -i 2>&1`];
/** The same for somebody at a keyboard. */
export const shellWithKeys = ["bash", "--noprofile", "--rcfile", settingsPath, "-i"];

const [start, bell] = [String.fromCharCode(27), String.fromCharCode(7)];
const mark = `${start}\\]7711;`;
const conversation = new RegExp(
  `${mark}begin;([\\d.]+);([\\w+/=]*)${bell}([^]*?)(?:${mark}end;([\\d.]+);(\\d+)${bell}|(?=${mark}begin;)|$)`,
  "g",
);

/** What a person is to see. */
export function withoutMarks(text: string): string {
  return text.replaceAll(new RegExp(`${mark}[^${bell}]*${bell}`, "g"), "");
}

/** The commands of a session, from all that its stream carried. The last may have ended the session: with `code`. */
export function commandsIn(stream: string, end: { readonly at: Date; readonly code: number }): Given[] {
  return [...stream.matchAll(conversation)].map(([, from = "", words = "", said = "", until, code]) => {
    const began = Number(from);
    const ended = until === undefined ? end.at.getTime() / 1_000 : Number(until);
    return {
      where: "terminal",
      // History numbers its lines, and stars the edited ones.
      command: Buffer.from(words, "base64")
        .toString()
        .replace(/^\s*\d+\*?\s+/, "")
        .trimEnd(),
      began: new Date(began * 1_000),
      seconds: Math.max(0, ended - began),
      code: code === undefined ? end.code : Number(code),
      output: stripVTControlCharacters(said).replaceAll("\r\n", "\n"),
    };
  });
}
