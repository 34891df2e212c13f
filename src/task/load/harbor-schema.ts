import { z } from "zod";

/** Harbor's task.toml with its defaults. What Harbor ignores is no error here either. */

const strings = z.record(z.string(), z.string());
const networkMode = z.enum(["no-network", "public", "allowlist"]);
const network = { network_mode: networkMode.optional(), allowed_hosts: z.array(z.string()).optional() };
const user = z.union([z.string(), z.int()]).optional();
const seconds = z.number("expected a number of seconds").positive("expected more than 0 seconds");

const healthcheck = z.object({
  command: z.string(),
  interval_sec: seconds.default(5),
  timeout_sec: seconds.default(30),
  start_period_sec: z.number().min(0).default(0),
  start_interval_sec: seconds.default(5),
  retries: z.int().min(1).default(3),
});

const agent = z.object({ timeout_sec: seconds.optional(), user, ...network });

const size = z.union([z.int(), z.string().regex(/^\d+(\.\d+)?[KMG]$/i, 'expected a size such as "2G"')]).optional();

const environment = z.object({
  build_timeout_sec: seconds.default(600),
  docker_image: z.string().optional(),
  os: z
    .string()
    .toLowerCase()
    .pipe(z.enum(["linux", "windows"]))
    .default("linux"),
  cpus: z.number().optional(),
  memory_mb: z.int().optional(),
  storage_mb: z.int().optional(),
  gpus: z.int().optional(),
  gpu_types: z.array(z.string()).optional(),
  tpu: z.object({ type: z.string(), topology: z.string() }).optional(),
  mcp_servers: z
    .array(
      z.object({
        name: z.string(),
        transport: z.string().default("sse"),
        url: z.string().optional(),
        command: z.string().optional(),
        args: z.array(z.string()).default([]),
      }),
    )
    .default([]),
  env: strings.default({}),
  skills_dir: z.string().optional(),
  healthcheck: healthcheck.optional(),
  workdir: z.string().optional(),
  ...network,
  // Of older versions of the format.
  memory: size,
  storage: size,
  allow_internet: z.boolean().optional(),
});

const verifier = z.object({
  timeout_sec: seconds.default(600),
  env: strings.default({}),
  user,
  ...network,
  environment_mode: z.enum(["shared", "separate"]).optional(),
  environment: environment.optional(),
  collect: z
    .array(
      z.object({
        command: z.string(),
        service: z.string().default("main"),
        timeout_sec: seconds.default(60),
        user,
      }),
    )
    .default([]),
});

const artifact = z.union([
  z.string(),
  z.object({
    source: z.string(),
    destination: z.string().optional(),
    exclude: z.array(z.string()).default([]),
    service: z.string().optional(),
  }),
]);

const author = z.object({ name: z.string(), email: z.string().optional() });
/** `organisation/name` */
const packageName = z
  .string()
  .regex(/^[a-zA-Z0-9][a-zA-Z0-9._-]*\/[a-zA-Z0-9][a-zA-Z0-9._-]*$/, 'expected "organisation/name"')
  .refine((name) => !name.includes(".."), 'expected a name without ".."');

export const harborSchema = z.object({
  schema_version: z.string().default("1.4"),
  version: z.string().optional(),
  source: z.string().optional(),
  multi_step_reward_strategy: z.enum(["mean", "final"]).default("mean"),
  artifacts: z.array(artifact).default([]),
  task: z
    .object({
      name: packageName,
      version: z.string().optional(),
      description: z.string().default(""),
      authors: z.array(author).default([]),
      keywords: z.array(z.string()).default([]),
    })
    .optional(),
  metadata: z.record(z.string(), z.unknown()).default({}),
  agent: agent.prefault({}),
  verifier: verifier.prefault({}),
  solution: z.object({ env: strings.default({}) }).prefault({}),
  environment: environment.prefault({}),
  steps: z
    .array(
      z.object({
        name: z.string().regex(/^[\w.-]+$/, "expected the name of a folder below steps/"),
        agent: agent.prefault({}),
        verifier: verifier.prefault({}),
        min_reward: z.union([z.number(), z.record(z.string(), z.number())]).optional(),
        healthcheck: healthcheck.optional(),
        artifacts: z.array(artifact).default([]),
      }),
    )
    .default([]),
  airworthy: z.unknown().optional(),
});

export type HarborConfig = Omit<z.infer<typeof harborSchema>, "airworthy">;

export const datasetSchema = z.object({
  dataset: z.object({
    name: packageName,
    version: z.string().optional(),
    description: z.string().default(""),
    authors: z.array(author).default([]),
    keywords: z.array(z.string()).default([]),
  }),
  tasks: z.array(z.object({ name: z.string(), digest: sha256() })).default([]),
  files: z
    .array(z.object({ path: z.string().regex(/^[^/\\]+$/, "expected a name without slashes"), digest: sha256() }))
    .default([]),
});

function sha256(): z.ZodString {
  return z.string().regex(/^sha256:[0-9a-f]{64}$/, 'expected "sha256:" and 64 hexadecimal digits');
}
