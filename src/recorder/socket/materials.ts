import { z } from "zod";
import type { Materials, PackedDocument, Want } from "../../risk/index.ts";

/** Read strictly: what risk is derived from comes from the one whose risk it is. */
const text = z.string();

export const packed: z.ZodType<PackedDocument> = z.strictObject({ name: text, base64: text });

const want: z.ZodType<Want> = z.discriminatedUnion("ask", [
  z.strictObject({ ask: z.literal("file"), path: text }),
  z.strictObject({ ask: z.literal("folder"), path: text, recursive: z.boolean(), endings: z.array(text) }),
  z.strictObject({ ask: z.literal("rendering"), command: z.array(text), directory: text }),
  z.strictObject({ ask: z.literal("variable"), name: text }),
  z.strictObject({
    ask: z.literal("kubernetes-context"),
    kubeconfig: text.exactOptional(),
    context: text.exactOptional(),
  }),
  z.strictObject({
    ask: z.literal("namespace-labels"),
    namespaces: z.array(text),
    kubeconfig: text.exactOptional(),
    context: text.exactOptional(),
  }),
]);

const answer: z.ZodType<Materials["answers"][number]> = z.strictObject({
  want,
  missing: text.exactOptional(),
  documents: z.array(packed).exactOptional(),
  text: text.exactOptional(),
  context: z
    .strictObject({
      context: text.exactOptional(),
      cluster: text.exactOptional(),
      server: text.exactOptional(),
      namespace: text.exactOptional(),
      user: text.exactOptional(),
    })
    .exactOptional(),
  labels: z.record(text, z.record(text, text)).exactOptional(),
});

export const materials: z.ZodType<Materials> = z.strictObject({
  version: z.literal(1),
  command: z.array(text).exactOptional(),
  shell: text.exactOptional(),
  tool: text.exactOptional(),
  operation: text.exactOptional(),
  scope: text.exactOptional(),
  directory: text,
  stdin: packed.exactOptional(),
  documents: z.array(packed),
  findings: z.array(packed),
  answers: z.array(answer),
});
