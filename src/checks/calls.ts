import type { Journey } from "../applications/index.ts";
import { type Client, type ExecPlace, execInPod } from "../kubernetes/index.ts";
import type { Tried } from "./model.ts";

/** curl's own ways to say that nobody answered, not in HTTP, or not with a good certificate, as opposed to not having been able to ask. */
const unanswered = new Set([1, 5, 6, 7, 28, 35, 52, 56, 60]);
const seconds = 3;
/** A lost packet is sent again after one second: who does not answer within two is not there. */
const connecting = 2;

/**
 * Makes calls from one pod, each with a program and connections of its own, all at the same time. To get into a pod costs
 * a cluster far more than the call, so they go in together.
 */
export async function callTogether(
  client: Client,
  pod: ExecPlace,
  calls: readonly Call[],
  signal?: AbortSignal,
): Promise<Tried[]> {
  const { code, stdout, stderr } = await execInPod(client, pod, ["sh", "-c", scriptOf(calls)], signal);
  if (code !== 0) return calls.map(() => ({ cannot: stderr.trim() }));
  const said = parts(Buffer.from(stdout));
  return calls.map((_, at) => heard(said[at] ?? ""));
}

type Call = Pick<Journey, "url" | "method" | "body" | "at" | "trust">;

/** What each call says goes to a file in memory, for two at once would talk across each other. */
function scriptOf(calls: readonly Call[]): string {
  const started = calls.map((call, at) => `${wordsOf(call).map(quoted).join(" ")} >${at} 2>&1 &`);
  const told = calls.map((_, at) => `wc -c <${at}; cat ${at}`);
  return ["set -e", "d=$(mktemp -d /dev/shm/calls.XXXXXX)", "cd $d", ...started, "wait", ...told, "rm -r $d"].join(
    "\n",
  );
}

function wordsOf({ url, method, body, at, trust }: Call): string[] {
  return [
    ...["curl", "-s", "-m", String(seconds), "--connect-timeout", String(connecting), "-X", method],
    ...["-w", "\\n%{http_code} %{time_connect} %{exitcode} %{errormsg}"],
    ...(body === undefined ? [] : ["--data-binary", body]),
    ...(at === undefined ? [] : ["--connect-to", `::${at}`]),
    ...(trust === undefined ? [] : ["--cacert", trust]),
    url,
  ];
}

function quoted(word: string): string {
  return `'${word.replaceAll("'", `'\\''`)}'`;
}

/** Each with its length in a line before it. */
function parts(bytes: Buffer): string[] {
  const all: string[] = [];
  for (let at = 0; at < bytes.length; ) {
    const begin = bytes.indexOf("\n", at) + 1;
    const end = begin + Number(bytes.toString("latin1", at, begin));
    all.push(bytes.toString("utf8", begin, end));
    at = end;
  }
  return all;
}

/** The answer, and in the last line what curl says about it. */
export function heard(said: string): Tried {
  const end = said.lastIndexOf("\n");
  const [, status, connected, how, reason] = /^(\d+) ([\d.]+) (\d+) (.*)$/.exec(said.slice(end + 1)) ?? [];
  if (how === undefined) return { cannot: said.trim() };
  if (how === "0") return { went: { status: Number(status), body: said.slice(0, end) } };
  if (!unanswered.has(Number(how))) return { cannot: `curl: (${how}) ${reason}` };
  return { went: { status: undefined, reason: reason || "no answer", connected: Number(connected) > 0 } };
}
