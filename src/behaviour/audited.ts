import type { Read, Write } from "../audit/index.ts";
import type { Step } from "./story.ts";
import { textOf } from "./text.ts";

/** How soon a client writes what it has just fetched. */
const soonMs = 5_000;

type Request = { readonly at: number } & ({ readonly read: Read } | { readonly write: Write });

/** What was done where nobody tells it: requests, as the API server saw them. */
export function stepsOfAudit(writes: readonly Write[], reads: readonly Read[]): Step[] {
  const requests: Request[] = [
    ...writes.map((write) => ({ at: Date.parse(write.time), write })),
    ...reads.map((read) => ({ at: Date.parse(read.time), read })),
  ].sort((a, b) => a.at - b.at);
  return requests.flatMap((request, index): Step[] => {
    if ("write" in request) {
      const { write } = request;
      return [{ is: "write", write: write.id, targets: [], text: textOf(write) }];
    }
    return isPartOfWrite(requests, index) ? [] : [lookOf(request.read)];
  });
}

function lookOf({ verb, resource, namespace = "*", name = "*" }: Read): Step {
  const target = { system: "kubernetes", kind: resource, name, namespace, action: "read" };
  return { is: "look", targets: [target], text: `${verb} ${resource} ${namespace}/${name}` };
}

/** kubectl fetches an object to change it, and again to see it go. That is no look of whoever asked for the change. */
function isPartOfWrite(requests: readonly Request[], index: number): boolean {
  const request = requests[index];
  if (request === undefined || !("read" in request)) return false;
  const { read, at } = request;
  // So is what a recorder asks on the actor's behalf: the labels of the namespace that is about to be changed.
  if (read.resource === "namespaces" && read.verb === "get") return true;
  const same = (other: Request | undefined) =>
    other !== undefined &&
    "write" in other &&
    Math.abs(other.at - at) <= soonMs &&
    other.write.resource === read.resource &&
    other.write.name === read.name &&
    other.write.namespace === read.namespace;
  const next = requests.slice(index + 1).find((each) => "write" in each);
  const last = requests.slice(0, index).findLast((each) => "write" in each);
  return (read.verb === "get" && same(next)) || (same(last) && last !== undefined && isDeletion(last));
}

function isDeletion(request: Request): boolean {
  return "write" in request && request.write.verb === "delete";
}
