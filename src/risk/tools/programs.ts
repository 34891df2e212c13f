import { worse } from "../operation-class.ts";
import { type Look, type Result, type Scene, textOf } from "../scene.ts";
import { smell } from "../shell/smell.ts";
import { hole, isKnown, programName } from "../words.ts";
import { database, isDatabaseClient } from "./databases.ts";
import { toolName } from "./names.ts";
import { systemPrograms } from "./system.ts";
import { textPrograms } from "./text.ts";
import { byVerb, hasVerbs } from "./verbs.ts";

/** Programs that only look and print, whatever their options. */
const looks = new Set(
  `ls dir vdir which whereis readlink file stat du df ps free uptime whoami id groups who w uname arch nproc getent wc cut
  tr column less more nl od hexdump strings tree fold paste join rev tac comm cmp diff sdiff md5sum sha1sum sha256sum
  sha512sum cksum sum egrep fgrep zgrep rg seq sleep factor numfmt printenv cal bc expr true false test [ dig nslookup host
  ping ping6 traceroute tracepath mtr netstat lsof lscpu lsblk lsmod lspci lsusb vmstat iostat mpstat pidstat sar man help
  info tldr locale tty zcat bzcat xzcat kubeconform kubeval kube-linter kube-score yamllint tflint tfsec checkov hadolint
  actionlint shellcheck promtool stern kubetail sort date hostname history top htop journalctl dmesg`.split(/\s+/),
);

/** Words with which a program that looks does more than that. */
const unless: Readonly<Record<string, RegExp>> = {
  sort: /^(-\w*o|--output|--compress-program)/,
  date: /^(-\w*s|--set)/,
  hostname: /^[^-]|^-F|^--file/,
  history: /^-[cdw]/,
  journalctl: /^--(vacuum|rotate|flush|sync|relinquish)/,
  dmesg: /^(-\w*[cCDE]|--(clear|read-clear|console))/,
  tree: /^-o/,
  less: /^-[oO]/,
  man: /^(-[PH]|--(pager|html))/,
  rg: /^--pre/,
  promtool: /^(push|tsdb|debug)$/,
};

/** A program by its table, or one nobody knows: that is never harmless. */
export const program: Look = async (words, scene) => {
  const name = programName(words[0] ?? "");
  const text = Object.hasOwn(textPrograms, name) ? textPrograms[name] : undefined;
  if (text) return text([name, ...words.slice(1)], scene);
  const system = Object.hasOwn(systemPrograms, name) ? systemPrograms[name] : undefined;
  if (system) return system([name, ...words.slice(1)], scene);
  if (hasVerbs(name)) return byVerb([name, ...words.slice(1)], scene);
  if (isDatabaseClient(name)) return database([name, ...words.slice(1)], scene);
  const risky = unless[name];
  if (looks.has(name) && !words.slice(1).some((word) => risky?.test(word))) {
    scene.add({ tool: name, operation: "", class: "read", words, flags: new Map() });
    return { class: "read" };
  }
  return (await asScript(words, scene)) ?? stranger(name, words, scene);
};

const interpreters = /^(python[\d.]*|node|nodejs|ruby|perl|php|deno|bun|lua|osascript|Rscript|tclsh|expect)$/;

/** Other languages are not read here; but a text that runs kubectl smells of it. */
function inOtherWords(name: string, words: readonly string[], scene: Scene): string[] {
  const lines = words.slice(1).filter((word) => /\s/.test(word));
  if (!interpreters.test(name)) return lines;
  const file = words.slice(1).find((word) => /\.(py|m?[jt]s|rb|pl|php|lua|R|tcl|exp)$/.test(word));
  const flow =
    file !== undefined
      ? scene.read(file)
      : words.slice(1).every((word) => word === "-" || /^-\w$/.test(word))
        ? scene.input()
        : undefined;
  return flow ? [...lines, textOf(flow)] : lines;
}

/** `./deploy.sh prod` may be a script that can be read. */
async function asScript(words: readonly string[], scene: Scene): Promise<Result | undefined> {
  const [path = "", ...given] = words;
  if (!/\.(sh|bash)$/.test(path) || !isKnown(path)) return undefined;
  const found = scene.read(path);
  if (found === undefined) return undefined;
  return scene.look([/^#!.*\b(zsh|ksh)\b/.exec(textOf(found))?.[1] ?? "bash", path, ...given]);
}

/**
 * An unknown program may be a wrapper: whatever tool its words name is followed, and words that look like a line for a
 * shell are smelled at.
 */
async function stranger(name: string, words: readonly string[], scene: Scene): Promise<Result> {
  const at = words.findIndex(
    (word, place) => place > 0 && (toolName(word) !== undefined || isDangerous(programName(word))),
  );
  const inner = at < 0 ? undefined : await scene.look(words.slice(at));
  const lines = inOtherWords(name, words, scene);
  const scent = lines.reduce<Result["class"]>(
    (worst, line) => worse(worst, smell(line.replaceAll(hole, " "))),
    "unknown",
  );
  const kind = worse(scent, inner?.class ?? "unknown");
  scene.unknown(`${name}: what it does is not known here`);
  scene.add({ tool: name, operation: words.slice(1, 2).join(""), class: kind, words, flags: new Map() });
  return { class: kind };
}

const isDangerous = (name: string) => Object.hasOwn(systemPrograms, name);
