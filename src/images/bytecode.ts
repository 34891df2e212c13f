import { chmod, glob, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { run } from "../process/index.ts";
import { ImageProblem } from "./problem.ts";
import type { Tree } from "./tree.ts";

/**
 * Adds what Python makes of its sources, so that no program does it again at each start: it is most of the time that a
 * small one needs. The image's own interpreter does it, through the image's own loader, without becoming root anywhere.
 * Nothing in the result depends on time, place or chance.
 */
export async function addBytecode(
  tree: Tree,
  folders: readonly string[],
  layersBelow: readonly string[],
  signal?: AbortSignal,
): Promise<void> {
  const root = await mkdtemp(join(tmpdir(), "airworthy-bytecode-"));
  try {
    for (const layer of layersBelow) await run("tar", ["-xf", layer, "-C", root, "--no-same-owner"], { signal });
    await unfold(tree, root);
    const loader = await only(root, "usr/lib*/ld-linux-*.so.*");
    const python = await only(root, "usr/bin/python3.[0-9]*");
    const libraries = (await readdir(join(root, "usr/lib"))).filter((name) => name.includes("-linux-"));
    await run(
      loader,
      [
        ...["--library-path", libraries.map((name) => join(root, "usr/lib", name)).join(":"), python, "-S", "-s", "-B"],
        ...["-m", "compileall", "-q", "-f", "-j", "1", "--invalidation-mode", "unchecked-hash", "-s", root, "-p", "/"],
        ...folders.map((folder) => join(root, folder)),
      ],
      { signal, env: { PYTHONHOME: join(root, "usr"), PYTHONHASHSEED: "0", LANG: "C.UTF-8" } },
    );
    for (const folder of folders) {
      for await (const path of glob("**/*.pyc", { cwd: join(root, folder) })) {
        tree.add({ kind: "file", path: join(folder, path), content: await readFile(join(root, folder, path)) });
      }
    }
  } finally {
    await rm(root, { recursive: true, force: true });
  }
}

async function unfold(tree: Tree, root: string): Promise<void> {
  for (const entry of tree.entries()) {
    const place = join(root, entry.path);
    await mkdir(dirname(place), { recursive: true });
    if (entry.kind === "directory") await mkdir(place, { recursive: true });
    else {
      await rm(place, { recursive: true, force: true });
      if (entry.kind === "symlink") await symlink(entry.target, place);
      else await writeFile(place, entry.content).then(() => chmod(place, entry.mode & 0o755));
    }
  }
}

async function only(root: string, pattern: string): Promise<string> {
  const found: string[] = [];
  for await (const path of glob(pattern, { cwd: root })) found.push(path);
  const [first] = found.sort();
  if (first !== undefined) return join(root, first);
  throw new ImageProblem("BAD_RECIPE", `bytecode: expected an interpreter and its loader, found no ${pattern}`);
}
