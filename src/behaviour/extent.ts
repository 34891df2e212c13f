import type { Write } from "../audit/index.ts";
import type { Entry, Prescription } from "../evidence/index.ts";
import { isOfRelease, isRevision } from "./release.ts";

/** How much of what is done a prescription covers: what the command that it is of can do, and not the next one too. */
export interface Extent {
  /** Whether a write that is meant still belongs to it. One that does is counted. */
  take(write: Write): boolean;
}

/** Whoever records here has the command itself before it: what happens while it runs is its doing, however often. */
const watchers = new Set(["exec", "shim", "hook", "mcp-proxy"]);

/** `isOver`: how it ended is known. What nobody saw the end of cannot last for as long as it runs. */
export function extentOf({ capture, data }: Entry<"prescription">, isOver: boolean): Extent {
  const commands = commandsIn(data.command);
  if ((isOver && watchers.has(capture.channel)) || commands === undefined) return { take: () => true };
  const done = new Map<string, number>();
  const count = (key: string, most: number) => {
    const times = (done.get(key) ?? 0) + 1;
    if (times <= most) done.set(key, times);
    return times <= most;
  };
  const releases = data.targets.filter(({ system }) => system === "helm");
  let isNextRelease = false;
  return {
    take(write) {
      // Refused, or in conflict with somebody else's: it is tried again.
      if (!write.allowed || write.code >= 400) return true;
      if (!releases.some((target) => isOfRelease(write, target))) {
        return count(keyOf(write), commands * requestsOf(write, data));
      }
      // Each command of Helm's that makes something begins with a revision of its own.
      isNextRelease ||= isRevision(write) && !count("revisions", commands);
      return !isNextRelease;
    },
  };
}

/** Ways into a pod that one command may open again and again. */
const ways = new Set(["attach", "portforward", "proxy"]);

/** What is done to an object: deleted, entered, or changed, by whichever request. */
function keyOf({ verb, resource, subresource = "", namespace = "", name = "" }: Write): string {
  const act = verb.startsWith("delete") ? "delete" : subresource === "exec" ? "exec" : "change";
  return JSON.stringify([act, resource, namespace, name]);
}

/** Requests of one command to one object: to apply may first take over what is another's, to copy looks beforehand. */
function requestsOf({ subresource = "" }: Write, { targets }: Prescription): number {
  if (ways.has(subresource)) return Number.POSITIVE_INFINITY;
  return targets.some(({ action }) => /^(apply|copy)\b/.test(action)) ? 2 : 1;
}

const programs = /(?:^|[\s;&|("'`/])(?:kubectl|oc|helm)(?=\s|$)/g;
const repeating = /\b(?:for|while|until|xargs|parallel|watch|eval)\b|\(\s*\)\s*\{/;

/** How many commands there are in what was prescribed; undefined where that cannot be counted, as in a loop. */
function commandsIn(words: Prescription["command"]): number | undefined {
  if (words === undefined) return 1;
  const text = words.join(" ");
  // Only what goes through a shell can go round in it.
  if (/^\S*sh -\w*c /.test(text) && repeating.test(text)) return undefined;
  return text.match(programs)?.length;
}
