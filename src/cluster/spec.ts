import { z } from "zod";
import { ClusterProblem } from "./problem.ts";
import type { ClusterSpec } from "./provider.ts";

// Names become hostnames, cgroups, namespaces and files: all of these accept a DNS label, and short ones leave room for prefixes.
const label = z
  .string()
  .regex(/^[a-z0-9]([-a-z0-9]*[a-z0-9])?$/, "expected lowercase letters, digits and inner dashes")
  .max(40, "expected at most 40 characters");

const hostName = z
  .string()
  .regex(/^[a-z0-9]([-a-z0-9._]*[a-z0-9])?$/, "expected a host's name in lowercase")
  .max(253, "expected at most 253 characters");

const quantity = z
  .string()
  .regex(/^\d+(\.\d+)?(m|[kMGTPE]i?|Ki)?$/, 'expected a quantity such as "500m", "2" or "512Mi"');

const labelValue = z
  .string()
  .regex(/^([A-Za-z0-9]([-A-Za-z0-9_.]*[A-Za-z0-9])?)?$/, "expected letters, digits and inner - _ .")
  .max(63, "expected at most 63 characters");

const labelKey = z
  .string()
  .regex(
    /^([a-z0-9]([-a-z0-9.]*[a-z0-9])?\/)?[A-Za-z0-9]([-A-Za-z0-9_.]{0,61}[A-Za-z0-9])?$/,
    "expected a key such as role or example.com/role",
  );

const node = z.strictObject({
  name: label,
  labels: z.record(labelKey, labelValue).optional(),
  taints: z
    .array(
      z.strictObject({
        key: labelKey,
        value: labelValue.optional(),
        effect: z.enum(["NoSchedule", "PreferNoSchedule", "NoExecute"]),
      }),
    )
    .optional(),
  capacity: z
    .strictObject({
      cpu: quantity.optional(),
      memory: quantity.optional(),
      pods: z.int().min(1).max(1_000).optional(),
    })
    .optional(),
  simulated: z.boolean().optional(),
});

const schema = z.strictObject({
  name: label,
  nodes: z
    .array(node)
    .min(1, "expected at least one node")
    .superRefine((nodes, context) => {
      for (const [at, { name }] of nodes.entries()) {
        if (nodes.findIndex((other) => other.name === name) === at) continue;
        context.addIssue({ code: "custom", path: [at, "name"], message: `"${name}" is the name of another node too` });
      }
      // System pods such as DNS must run somewhere.
      if (nodes.length > 0 && nodes.every((each) => each.simulated)) {
        context.addIssue({ code: "custom", path: [], message: "expected at least one node that is not simulated" });
      }
    }),
  addons: z.array(z.enum(["metrics-server", "ingress"])),
  profile: z.enum(["plain", "k3s"]),
  apiNames: z.array(hostName).optional(),
  images: z.array(z.string().min(1)).optional(),
});

/** Refuses what no provider could make, naming each field that is wrong. */
export function checkSpec(spec: unknown): ClusterSpec {
  const result = schema.safeParse(spec);
  if (result.success) return result.data as ClusterSpec;
  const faults = result.error.issues.map((issue) => `${fieldOf(issue.path)}: ${issue.message}`);
  throw new ClusterProblem("BAD_SPEC", faults.join("\n"), { hint: "run: airworthy cluster up --help" });
}

export function defaultSpec(name: string): ClusterSpec {
  return { name, nodes: [{ name: "node-1" }], addons: [], profile: "plain" };
}

function fieldOf(path: readonly PropertyKey[]): string {
  const text = path.map((part) => (typeof part === "number" ? `[${part}]` : `.${String(part)}`)).join("");
  return text.replace(/^\./, "") || "spec";
}
