import { z } from "zod";

// Only what is used is described; files hold much more (extensions, preferences) and that is not ours to refuse.
const text = z.string();

export const clusterEntry = z.looseObject({
  server: z.url({ protocol: /^https?$/, error: "expected an http or https URL" }),
  "certificate-authority": text.optional(),
  "certificate-authority-data": text.optional(),
  "insecure-skip-tls-verify": z.boolean().optional(),
  "proxy-url": text.optional(),
  "tls-server-name": text.optional(),
});

const execEntry = z.looseObject({
  apiVersion: text,
  command: text,
  args: z.array(text).nullish(),
  env: z.array(z.object({ name: text, value: text })).nullish(),
  provideClusterInfo: z.boolean().nullish(),
  installHint: text.nullish(),
});

export const userEntry = z.looseObject({
  "client-certificate": text.optional(),
  "client-certificate-data": text.optional(),
  "client-key": text.optional(),
  "client-key-data": text.optional(),
  token: text.optional(),
  tokenFile: text.optional(),
  username: text.optional(),
  password: text.optional(),
  exec: execEntry.optional(),
  "auth-provider": z.looseObject({}).optional(),
});

export const contextEntry = z.looseObject({ cluster: text, user: text, namespace: text.optional() });

/** Tools write `null` for an empty list. What an entry holds is checked when a context leads to it. */
const entries = z
  .array(z.looseObject({ name: text }))
  .nullish()
  .transform((list) => list ?? []);

export const kubeconfigFile = z.looseObject({ clusters: entries, users: entries, contexts: entries });

export type ClusterEntry = z.infer<typeof clusterEntry>;
export type UserEntry = z.infer<typeof userEntry>;
export type ExecEntry = z.infer<typeof execEntry>;
