import { z } from "zod";
import type { Actor, Capture, Prescription, Report, Trace } from "../../evidence/index.ts";
import type { Cover, Decline } from "../backend.ts";
import type { EntrySelection, Outcome, Selection } from "../model.ts";
import { RecorderProblem } from "../problem.ts";
import type { Details } from "../record/prescribe.ts";
import { materials, packed } from "./materials.ts";

/** Both ends must mean the same by a message; they may come from different versions. */
const protocol = 1;

const text = z.string().max(1_000_000);
const short = z.string().max(1_024);
const number = z.int().min(0);

/** Channels that a client can be. The others are the recorder's own. */
const channel: z.ZodType<Capture["channel"]> = z.enum(["library", "cli", "exec", "shim", "hook", "mcp", "mcp-proxy"]);

const actor: z.ZodType<Actor> = z.strictObject({
  kind: z.enum(["agent", "human", "ci", "service", "unknown"]),
  id: short,
  model: short.exactOptional(),
  version: short.exactOptional(),
  prompt: short.exactOptional(),
  parent: short.exactOptional(),
});

const hex = (digits: number) => z.string().regex(new RegExp(`^[0-9a-f]{${digits}}$`));
const trace: z.ZodType<Trace> = z.strictObject({
  trace: hex(32),
  span: hex(16).exactOptional(),
  parent: hex(16).exactOptional(),
});

const processIdentity: z.ZodType<NonNullable<Prescription["process"]>> = z.strictObject({
  boot: short,
  pid: number,
  started: short,
});

const details: z.ZodType<Details> = z.strictObject({
  actor,
  session: short.optional(),
  trace: trace.optional(),
  intent: text.optional(),
  expires: number.optional(),
  process: processIdentity.optional(),
  approval: z.strictObject({ by: short, intentDigest: short }).optional(),
});

/** An outcome as it travels: documents are packed. */
const outcome: z.ZodType<PackedOutcome> = z.strictObject({
  prescription: short,
  verdict: z.enum(["success", "failure", "error"]),
  exitCode: number.optional(),
  signal: short.optional(),
  durationMs: number.optional(),
  error: z
    .strictObject({ kind: z.enum(["not-started", "killed", "timeout", "lost", "other"]), text })
    .optional() satisfies z.ZodType<Report["error"]>,
  output: z.array(packed).max(100).optional(),
  references: z
    .array(z.strictObject({ type: short, id: short }))
    .max(100)
    .optional(),
  actor: actor.optional(),
});
export type PackedOutcome = Omit<Outcome, "output"> & { readonly output?: z.infer<typeof packed>[] | undefined };

const decline: z.ZodType<Decline> = z.strictObject({
  prescription: short,
  trigger: text,
  reason: text,
  actor: actor.optional(),
});

const selection: z.ZodType<Selection> = z.strictObject({ session: short.optional(), actor: short.optional() });

const entrySelection: z.ZodType<EntrySelection> = z.strictObject({
  session: short.optional(),
  actor: short.optional(),
  from: number.optional(),
  limit: number.optional(),
  type: z.enum(["log", "key", "prescription", "report", "anomaly", "coverage", "recovery", "import"]).optional(),
});

const cover: z.ZodType<Cover> = z.strictObject({
  actor,
  state: z.enum(["open", "closed"]),
  covers: z.array(short).max(100),
  excludes: z.array(short).max(100),
});

const request = z.discriminatedUnion("ask", [
  z.strictObject({ ask: z.literal("hello"), protocol: z.literal(protocol), channel, through: short.optional() }),
  z.strictObject({ ask: z.literal("assess"), materials }),
  z.strictObject({ ask: z.literal("prescribe"), materials, details }),
  z.strictObject({ ask: z.literal("report"), outcome }),
  z.strictObject({ ask: z.literal("decline"), decline }),
  z.strictObject({ ask: z.literal("pending"), selection }),
  z.strictObject({ ask: z.literal("entry"), id: short }),
  z.strictObject({ ask: z.literal("entries"), selection: entrySelection }),
  z.strictObject({ ask: z.literal("cover"), cover }),
  z.strictObject({ ask: z.literal("close-lost") }),
  z.strictObject({ ask: z.literal("checkpoint") }),
]);

export type Request = z.infer<typeof request>;

/** Reads what a client sent, whoever it is. */
export function requestOf(message: unknown): Request {
  const read = request.safeParse(message);
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  const where = issue?.path.join(".") || "the message";
  throw new RecorderProblem("BAD_MESSAGE", `${where}: ${issue?.message ?? "not understood"}`, {
    hint: "client and recorder may be of different versions: restart the recorder with the one that is installed",
  });
}
