import { readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseDocument } from "yaml";
import { z } from "zod";
import { ImageProblem } from "./problem.ts";

const path = z.string().regex(/^\/[^\0]*$/, "expected an absolute path");
const packageName = z.string().regex(/^[a-z0-9][a-z0-9+.-]+$/, "expected the name of a Debian package");
const version = z.string().regex(/^\d+(\.\d+)*\.\.\d+(\.\d+)*$/, "expected a range such as 1.14..1.29");
const pattern = z.string().refine(isPattern, "expected a regular expression");
const id = z.number().int().min(0).max(65_534);

const standInSchema = z.strictObject({
  /** Full names with their registry: docker.io/library/nginx */
  names: z
    .array(z.string().regex(/^[a-z0-9.-]+\.[a-z0-9.-]+\/[a-z0-9._/-]+$/, "expected registry/path in lower case"))
    .min(1),
  /** Tags that are not versions: latest, stable, … (regular expressions, whole tag) */
  words: z.array(pattern).default(["latest"]),
  versions: z.array(version).default([]),
  /** What may stand before and after a version: v, -alpine (regular expressions) */
  prefix: pattern.default(""),
  suffix: pattern.default(""),
});

const recipeSchema = z.strictObject({
  about: z.string().min(1),
  /** The recipe to build upon: its image's layers come first, its settings hold where none is given here. */
  extends: z.string().optional(),
  packages: z.array(packageName).default([]),
  /** Packages that something depends on but that the image does not need. */
  omit: z.array(packageName).default([]),
  /** The binary of the toolchain that the programs below are links to. */
  binary: z.enum(["kube", "traefik"]).default("kube"),
  /** Programs of the toolchain: a name (then in /usr/local/bin) or the path it is called by. */
  toolchain: z
    .array(z.string().regex(/^(\/.*\/|\/)?[a-z-]+$/, "expected a program's name or absolute path"))
    .default([]),
  drop: z.array(path).default([]),
  users: z
    .array(
      z.strictObject({ name: z.string(), uid: id, gid: id, home: path.default("/"), shell: path.default("/bin/sh") }),
    )
    .default([]),
  directories: z
    .array(
      z.strictObject({
        path,
        mode: z
          .string()
          .regex(/^[0-7]{3,4}$/)
          .default("755"),
        uid: id.default(0),
        gid: id.default(0),
      }),
    )
    .default([]),
  /** Symbolic links: each path points to the target. */
  links: z.array(z.strictObject({ target: z.string().min(1), paths: z.array(path).min(1) })).default([]),
  /** Renames files of packages, so that a file of the recipe can take their place and still call them. */
  move: z.record(path, path).default({}),
  /** Replaces bytes of a file by as many others; they must be there exactly once. */
  patches: z.array(z.strictObject({ path, find: z.string().min(1), replace: z.string().min(1) })).default([]),
  /** Fill every program name that is still free with a link to BusyBox (package busybox-static). */
  applets: z.boolean().default(false),
  /** Directories whose Python sources are compiled, so that no program does it at each start. */
  bytecode: z.array(path).default([]),
  env: z.record(z.string().regex(/^[A-Za-z_][A-Za-z0-9_]*$/), z.string()).default({}),
  entrypoint: z.array(z.string()).optional(),
  cmd: z.array(z.string()).optional(),
  workdir: path.optional(),
  user: z.string().optional(),
  ports: z.array(z.string().regex(/^\d+\/(tcp|udp)$/)).default([]),
  volumes: z.array(path).default([]),
  stopSignal: z
    .string()
    .regex(/^SIG[A-Z0-9]+$/)
    .optional(),
  labels: z.record(z.string(), z.string()).default({}),
  standsInFor: z.array(standInSchema).default([]),
});

export type StandIn = z.infer<typeof standInSchema>;

export interface Recipe extends z.infer<typeof recipeSchema> {
  readonly name: string;
  /** The recipe whose image lies below this one's layer. */
  readonly base: Recipe | undefined;
  /** A directory whose content is copied to the image's root. */
  readonly files: string | undefined;
}

const RECIPES = fileURLToPath(new URL("../../images/", import.meta.url));

export async function recipeNames(directory = RECIPES): Promise<string[]> {
  const entries = await readdir(directory, { withFileTypes: true });
  return entries
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .sort();
}

export async function loadRecipe(name: string, directory = RECIPES, chain: readonly string[] = []): Promise<Recipe> {
  const file = join(directory, name, "recipe.yaml");
  if (chain.includes(name))
    throw new ImageProblem("BAD_RECIPE", `${file}: extends itself: ${[...chain, name].join(" → ")}`);
  const own = parseRecipe(await read(file, name, directory), file);
  const files = join(directory, name, "files");
  const hasFiles = await stat(files).then(
    (found) => found.isDirectory(),
    () => false,
  );
  const mine: Recipe = { ...own, name, base: undefined, files: hasFiles ? files : undefined };
  return own.extends === undefined ? mine : inherit(await loadRecipe(own.extends, directory, [...chain, name]), mine);
}

/** Reads a recipe's text; every fault is told with the place in the file's structure. */
export function parseRecipe(source: string, file: string): z.infer<typeof recipeSchema> {
  const document = parseDocument(source);
  const broken = document.errors[0];
  if (broken) throw new ImageProblem("BAD_RECIPE", `${file}: ${broken.message}`, { cause: broken });
  const checked = recipeSchema.safeParse(document.toJS());
  if (checked.success) return checked.data;
  const faults = checked.error.issues.map((issue) => `${issue.path.join(".") || "recipe"}: ${issue.message}`);
  throw new ImageProblem("BAD_RECIPE", `${file}: ${faults.join("; ")}`, {
    hint: "images/README.md lists the fields of a recipe",
  });
}

/** What is inherited: the settings. Packages, files and links are in the layers below already. */
function inherit(base: Recipe, own: Recipe): Recipe {
  return {
    ...own,
    base,
    users: [...base.users, ...own.users],
    env: { ...base.env, ...own.env },
    entrypoint: own.entrypoint ?? base.entrypoint,
    cmd: own.cmd ?? (own.entrypoint ? undefined : base.cmd),
    workdir: own.workdir ?? base.workdir,
    user: own.user ?? base.user,
    ports: own.ports.length > 0 ? own.ports : base.ports,
    stopSignal: own.stopSignal ?? base.stopSignal,
  };
}

async function read(file: string, name: string, directory: string): Promise<string> {
  try {
    return await readFile(file, "utf8");
  } catch (cause) {
    if (!(cause instanceof Error && "code" in cause && cause.code === "ENOENT")) throw cause;
    const known = (await recipeNames(directory)).join(", ");
    throw new ImageProblem("UNKNOWN_IMAGE", `${name}: no such image recipe`, { hint: `recipes: ${known}`, cause });
  }
}

function isPattern(source: string): boolean {
  try {
    return new RegExp(source) !== undefined;
  } catch {
    return false;
  }
}
