import { z } from "zod";

const text = z.string().min(1);
const optionalText = z.string().nullish();

/** Published files carry more than is scored; what is scored must be right, the rest may be anything. */
const group = z.object({
  id: text,
  kind: text,
  namespace: optionalText,
  filter: z.array(z.string()).nullish(),
  name: optionalText,
  root_cause: z.boolean().nullish(),
});

export const firstVersion = z
  .object({
    /** Ours: false where nothing is wrong. */
    incident: z.boolean().nullish(),
    groups: z.array(group),
    aliases: z.array(z.array(text)).nullish(),
    propagations: z.array(z.object({ source: text, target: text })).nullish(),
    alerts: z.array(z.object({ id: text, group_id: optionalText })).nullish(),
    /** Ours: ids of the groups to which a fault is traced before its cause is known. */
    components: z.array(text).nullish(),
  })
  .refine(({ incident, groups }) => incident === false || groups.length > 0, {
    path: ["groups"],
    message: "expected at least one group, or incident: false",
  });

export const secondVersion = z.object({
  entities: z.array(z.object({ kind: text, metadata: z.object({ name: text, namespace: optionalText }) })),
  alerts: z.array(z.object({ name: text })).nullish(),
});
