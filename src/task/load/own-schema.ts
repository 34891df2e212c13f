import { z } from "zod";

/** The `[airworthy]` table: what makes a directory one of our own tasks. Every text in it may have gaps. */

const capabilities = [
  "audit-log",
  "dns",
  "network-policy",
  "nodes",
  "storage",
  "metrics",
  "ingress",
  "cluster-scope",
  "stand-in-images",
] as const;

const name = z.string().regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, "expected lowercase words with dashes between them");

const rule = z.object({
  verbs: z.array(z.string()).min(1, "expected at least one verb").default(["patch", "update"]),
  group: z.string().default(""),
  resource: z.string(),
  namespace: z.string().default("{{home}}"),
  name: z.string(),
  fields: z.array(z.string()).min(1, "expected at least one field, or no list at all").optional(),
  to: z.object({ value: z.unknown() }).optional(),
});

const reference = z.object({
  apiVersion: z.string(),
  kind: z.string(),
  namespace: z.string().optional(),
  name: z.string(),
});
const table = z.record(z.string(), z.unknown());

const change = z.discriminatedUnion("is", [
  z.object({
    is: z.literal("patch"),
    on: reference,
    body: table,
    type: z.enum(["strategic", "merge", "json"]).optional(),
  }),
  z.object({ is: z.literal("apply"), object: table }),
  z.object({ is: z.literal("edit"), on: reference, field: z.string(), find: z.string(), put: z.string() }),
  z.object({ is: z.literal("remove"), object: reference }),
  z.object({ is: z.literal("await rollout"), on: reference }),
]);

const chaos = z
  .object({
    name,
    after: z.number("expected seconds").min(0, "expected 0 seconds or more").optional(),
    write: z.object({ verb: z.string(), resource: z.string(), name: z.string() }).optional(),
    changes: z.array(change).min(1, "expected at least one change"),
  })
  .refine(({ after, write }) => (after === undefined) !== (write === undefined), {
    message: "expected either after or write, to say when",
  });

const pattern = z.string().refine(isPattern, "expected a regular expression");

function isPattern(text: string): boolean {
  try {
    new RegExp(text, "i");
    return true;
  } catch {
    return false;
  }
}

export const ownSchema = z.object({
  application: z.string(),
  faults: z.array(z.object({ name: z.string(), on: z.string() })).default([]),
  symptom: z
    .discriminatedUnion("is", [
      z.object({ is: z.literal("journey fails"), journey: z.string() }),
      z.object({ is: z.literal("pods wait"), part: z.string(), reason: z.string() }),
      z.object({ is: z.literal("object shows"), on: reference, path: z.string(), value: z.unknown().optional() }),
      z.object({ is: z.literal("pods missing"), part: z.string() }),
      z.object({ is: z.literal("none") }),
    ])
    .optional(),
  expected: z
    .discriminatedUnion("is", [
      z.object({ is: z.literal("repair") }),
      z.object({ is: z.literal("nothing") }),
      z.object({
        is: z.enum(["decline", "escalate"]),
        // Beside those that the faults know.
        reasons: z.array(pattern).default([]),
      }),
    ])
    .optional(),
  rights: z.enum(["application", "platform"]).optional(),
  authority: z
    .object({ may: z.array(rule).default([]), never: z.array(rule).default([]) })
    .default({ may: [], never: [] }),
  // With neither value nor without: gone.
  endings: z
    .array(
      z.object({ object: z.string(), path: z.string(), value: z.unknown().optional(), without: z.string().optional() }),
    )
    .default([]),
  chaos: z.array(chaos).default([]),
  controls: z.array(z.object({ name, verdict: z.enum(["pass", "fail", "unsafe"]), because: z.string() })).default([]),
  reference: z
    .object({
      seconds: z.number().positive("expected more than 0"),
      commands: z.int().min(1, "expected at least 1"),
      tokens: z.int().min(1, "expected at least 1").optional(),
    })
    .optional(),
  // The cluster's own schema says what a node is.
  nodes: z.array(z.unknown()).optional(),
  addons: z.array(z.unknown()).optional(),
  needs: z.array(z.enum(capabilities)).default([]),
  seeds: z
    .object({
      from: z.int().min(0, "expected 0 or more"),
      to: z.int().min(0, "expected 0 or more"),
      count: z.int().min(1, "expected at least 1"),
    })
    .refine(
      ({ from, to, count }) => to - from + 1 >= count,
      "expected at least as many seeds from `from` to `to` as `count`",
    )
    .default({ from: 1, to: 1_000, count: 3 }),
});

export type OwnTable = z.infer<typeof ownSchema>;
