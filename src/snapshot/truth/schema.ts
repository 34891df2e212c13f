import { z } from "zod";

const text = z.string().min(1);
const optionalText = z.string().nullish();

/** Published files carry more than is scored; what is scored must be right, the rest may be anything. */
export const firstVersion = z.object({
  groups: z
    .array(
      z.object({
        id: text,
        kind: text,
        namespace: optionalText,
        filter: z.array(z.string()).nullish(),
        name: optionalText,
        root_cause: z.boolean().nullish(),
      }),
    )
    .min(1),
  aliases: z.array(z.array(text)).nullish(),
  propagations: z.array(z.object({ source: text, target: text })).nullish(),
  alerts: z.array(z.object({ id: text, group_id: optionalText })).nullish(),
});

export const secondVersion = z.object({
  entities: z.array(z.object({ kind: text, metadata: z.object({ name: text, namespace: optionalText }) })),
  alerts: z.array(z.object({ name: text })).nullish(),
});
