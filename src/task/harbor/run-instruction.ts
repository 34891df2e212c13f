import type { Instruction } from "./dockerfile.ts";
import { wordsIn } from "./dockerfile.ts";

interface RunJudgement {
  readonly directories: readonly string[];
  readonly executables: readonly string[];
  readonly refusals: readonly { readonly what: string; readonly how?: string }[];
}

/** Packages whose programs the sandbox has, by Debian's and Alpine's names. */
export const counterparts: ReadonlySet<string> = new Set([
  ...["bash", "bind9-dnsutils", "dnsutils", "bind-tools", "ca-certificates", "coreutils", "curl", "diffutils"],
  ...["findutils", "grep", "gzip", "hostname", "iproute2", "iputils", "iputils-ping", "jq", "mawk"],
  ...["netcat-openbsd", "openssl", "procps", "sed", "socat", "tar", "util-linux", "wget", "xz-utils", "kubectl"],
]);

/** Done with at build time, or leaves nothing that the sandbox would lack. */
const harmless = new Set([
  ...[
    "set",
    "true",
    ":",
    "rm",
    "echo",
    "printf",
    "export",
    "cd",
    "test",
    "[",
    "dpkg",
    "uname",
    "arch",
    "update-ca-certificates",
  ],
  ...[
    "if",
    "then",
    "else",
    "fi",
    "case",
    "esac",
    "for",
    "do",
    "done",
    "sha256sum",
    "command",
    "kubectl",
    "exit",
    "{",
    "}",
  ],
]);

/** What a RUN leaves behind, command by command, as far as it matters here. */
export function judgeRun({ rest, documents }: Instruction, fill: (text: string) => string): RunJudgement {
  const directories: string[] = [];
  const executables: string[] = [];
  const refusals: { what: string; how?: string }[] = [];
  const text = [rest.replace(/^(--\w+=\S+\s+)+/, "").replace(/<<-?["']?\w+["']?/, ""), ...documents].join("\n");
  for (const command of text.split(/&&|\|\||;|\n/)) {
    const words = wordsIn(fill(command.replace(/\$\([^)]*\)/g, "x"))).filter((word) => !/^[A-Za-z_]\w*=/.test(word));
    const [program, ...rest] = words[0] === "sudo" ? words.slice(1) : words;
    if (program === undefined) continue;
    const paths = rest.filter((word) => !word.startsWith("-"));
    const said = command.trim().slice(0, 80);
    if (/>\s*[^&\s]/.test(command.replace(/>\s*\/dev\/null|2>&1/g, "")))
      refusals.push({ what: `${said}: what it writes is not there` });
    else if (program === "mkdir" || (program === "install" && rest.includes("-d")))
      directories.push(...paths.filter((path) => path.startsWith("/")));
    else if (program === "chmod") {
      if (/x|[1357]/.test(paths[0] ?? "")) executables.push(...paths.slice(1));
    } else if (["apt-get", "apt", "apk"].includes(program)) refusals.push(...unknownPackages(paths));
    else if (program === "curl" || program === "wget") {
      if (!/kubectl/.test(command)) refusals.push({ what: `${said}: nothing is fetched here` });
    } else if (program === "install" || program === "mv" || program === "cp") {
      if (!/kubectl/.test(command)) refusals.push({ what: `${said}: nothing here takes its place` });
    } else if (!harmless.has(program)) refusals.push({ what: `${said}: nothing here takes its place` });
  }
  return { directories, executables, refusals };
}

function unknownPackages([verb, ...names]: readonly string[]): { what: string; how: string }[] {
  if (verb !== "install" && verb !== "add") return [];
  return names
    .map((name) => name.replace(/[=~<>].*$/, ""))
    .filter((name) => !counterparts.has(name))
    .map((name) => ({
      what: `installs ${name}: the sandbox has no such program`,
      how: "it has what the image toolbox has",
    }));
}
