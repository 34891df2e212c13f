import { type Addon, type ClusterSpec, checkSpec, type NodeSpec } from "../../cluster/index.ts";
import type { OptionSpecs, Values } from "../shell/command.ts";
import { UsageProblem } from "../shell/exit.ts";

export const makeOptions = {
  nodes: { type: "string", value: "N", text: "number of plain nodes; 1 if not said" },
  node: {
    type: "string",
    multiple: true,
    value: "KEY=VALUE,…",
    text: "one node: name, labels, taints, cpu, memory, pods, simulated",
  },
  addons: { type: "string", value: "LIST", text: "metrics-server, ingress, or both with a comma" },
  profile: { type: "string", value: "plain|k3s", text: "k3s gives what k3s gives, under the same names" },
} as const satisfies OptionSpecs;

export const specOptions = {
  name: { type: "string", value: "NAME", text: "name of the cluster; dev if not said" },
  ...makeOptions,
} as const satisfies OptionSpecs;

/** The spec that the options describe; whether it makes sense is the cluster room's to say. */
export function specOf(options: Values<typeof makeOptions> & { readonly name?: string | undefined }): ClusterSpec {
  if (options.nodes !== undefined && options.node.length > 0) {
    throw new UsageProblem("BAD_OPTION", "--nodes and --node: expected one of the two", {
      hint: "give --node once for each node",
    });
  }
  return checkSpec({
    name: options.name ?? "dev",
    nodes: options.node.length > 0 ? options.node.map(nodeOf) : plainNodes(options.nodes ?? "1"),
    addons: (options.addons ?? "").split(",").filter((addon) => addon !== "") as Addon[],
    profile: (options.profile ?? "plain") as ClusterSpec["profile"],
  });
}

function plainNodes(count: string): NodeSpec[] {
  const number = Number(count);
  if (!Number.isInteger(number) || number < 1 || number > 50) {
    throw new UsageProblem("BAD_OPTION", `--nodes: expected a number from 1 to 50, found "${count}"`);
  }
  return Array.from({ length: number }, (_, at) => ({ name: `node-${at + 1}` }));
}

/** `name=db,labels=disk=ssd;zone=a,taints=dedicated=db:NoSchedule,cpu=2,memory=2Gi,pods=20,simulated` */
function nodeOf(text: string, at: number): NodeSpec {
  const node: Record<string, unknown> = { name: `node-${at + 1}` };
  const capacity: Record<string, unknown> = {};
  for (const part of text.split(",").filter((each) => each !== "")) {
    const [key = "", value] = splitOnce(part, "=");
    if (key === "simulated" && value === undefined) node.simulated = true;
    else if (value === undefined || value === "") throw bad(`${key} needs a value`, text);
    else if (key === "name") node.name = value;
    else if (key === "labels") node.labels = Object.fromEntries(value.split(";").map((each) => labelOf(each, text)));
    else if (key === "taints") node.taints = value.split(";").map((each) => taintOf(each, text));
    else if (key === "cpu" || key === "memory") capacity[key] = value;
    else if (key === "pods") capacity.pods = Number(value);
    else throw bad(`no field "${key}"`, text);
  }
  if (Object.keys(capacity).length > 0) node.capacity = capacity;
  return node as unknown as NodeSpec;
}

function labelOf(text: string, whole: string): [string, string] {
  const [key = "", value] = splitOnce(text, "=");
  if (value === undefined) throw bad(`labels: expected KEY=VALUE, found "${text}"`, whole);
  return [key, value];
}

function taintOf(text: string, whole: string): object {
  const [what = "", effect] = splitOnce(text, ":");
  if (effect === undefined) throw bad(`taints: expected KEY=VALUE:EFFECT, found "${text}"`, whole);
  const [key = "", value] = splitOnce(what, "=");
  return { key, ...(value === undefined ? {} : { value }), effect };
}

function splitOnce(text: string, separator: string): [string, string | undefined] {
  const at = text.indexOf(separator);
  return at < 0 ? [text, undefined] : [text.slice(0, at), text.slice(at + separator.length)];
}

function bad(fault: string, text: string): UsageProblem {
  return new UsageProblem("BAD_OPTION", `--node ${text}: ${fault}`, {
    hint: "such as: --node 'name=db,labels=disk=ssd;zone=a,taints=dedicated=db:NoSchedule,cpu=2,memory=2Gi'",
  });
}
