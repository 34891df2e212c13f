import * as z from "zod";

const short = (most: number) => z.string().min(1).max(most);

export const id = short(256).describe("id of a prescription, as prescribe gave it");
export const trigger = short(512).describe("what made you stop, in a word or two: risk, policy, uncertain-target, …");
export const reason = short(512).describe("why, in a sentence; no secrets");

const document = z.object({
  name: short(1024).describe("its path or name: deploy.yaml, plan.json"),
  content: z
    .string()
    .max(8 * 1024 * 1024)
    .describe("its text"),
});

/** What somebody is about to do. */
export const proposal = {
  command: z
    .array(z.string())
    .min(1)
    .max(10_000)
    .optional()
    .describe('the exact words of the command, one each: ["kubectl", "-n", "shop", "delete", "pod", "web-1"]'),
  shell: short(1024 * 1024)
    .optional()
    .describe("a line or script for a shell, instead of `command`"),
  tool: short(256).optional().describe("where there is no command: the tool that acts, such as kubectl or terraform"),
  operation: short(1024).optional().describe("with `tool`: what it will do, such as apply or delete"),
  documents: z.array(document).max(200).optional().describe("manifests, plans and other files that the command uses"),
  stdin: z
    .string()
    .max(8 * 1024 * 1024)
    .optional()
    .describe("what the command will read from standard input"),
  scope: short(256).optional().describe("where this is, if the command does not say: production, staging, development"),
  findings: z.array(document).max(20).optional().describe("reports of scanners, as SARIF"),
  directory: short(4096).optional().describe("the working directory of the command; paths in it are looked up there"),
};

/** What only the one who acts can tell. */
export const details = {
  intent: short(8192).optional().describe("why you do this, in your own words; no secrets"),
  session: short(256).optional().describe("name of the task or incident; this connection's own unless told"),
  model: short(256).optional().describe("the model that you are, if you know"),
  expires: z
    .int()
    .min(1)
    .max(31_622_400)
    .optional()
    .describe("seconds until a report counts as late; 3600 unless told"),
};

export const level = z.enum(["low", "medium", "high", "critical"]);

const target = z.object({
  system: z.string(),
  kind: z.string(),
  name: z.string(),
  namespace: z.string().optional(),
  apiVersion: z.string().optional(),
  action: z.string(),
  selector: z.string().optional(),
});

const tag = z.object({ tag: z.string(), level, field: z.string(), because: z.string() });

/** What is told of an assessment: of very many targets only the first, and the number of all. */
export const assessment = z.object({
  tool: z.string(),
  operation: z.string(),
  class: z.enum(["read", "plan", "mutate", "destroy", "unknown"]),
  level,
  tags: z.array(tag),
  targets: z.array(target),
  targetCount: z.int(),
  scope: z.object({ class: z.enum(["production", "staging", "development", "unknown"]), because: z.string() }),
  unknown: z.array(z.string()).describe("what could not be understood or looked at"),
  advice: z.array(z.string()).describe("what a careful operator would check first"),
});

export const reported = z.object({
  id: z.string(),
  sequence: z.int(),
  prescription: z.string(),
  anomalies: z.array(z.object({ kind: z.string(), text: z.string() })),
});
