import type { Flags } from "../flags.ts";
import type { Flow, Scene } from "../scene.ts";

const endings = [".yaml", ".yml", ".json"];

/** Everything that -f and -k of a command name; undefined where the command names nothing. */
export function manifestsOf(flags: Flags, scene: Scene): { flow: Flow; paths: string[] } | undefined {
  const files = flags.list("filename");
  const kustomize = flags.list("kustomize");
  if (!flags.all.has("filename") && !flags.all.has("kustomize")) return undefined;
  const flows = [
    ...files.map((name) => fromFile(name, flags.on("recursive"), scene)),
    ...kustomize.map((name) => rendered(name, scene)),
  ].filter((flow) => flow !== undefined);
  const altered = flows.find((flow) => flow.altered !== undefined)?.altered;
  return {
    flow: { documents: flows.flatMap(({ documents }) => documents), ...(altered !== undefined && { altered }) },
    paths: [...files, ...kustomize].filter((name) => name !== "-"),
  };
}

function fromFile(name: string, recursive: boolean, scene: Scene): Flow | undefined {
  if (name === "-" || name === "/dev/stdin") {
    const flow = scene.input();
    if (!flow) scene.unknown("what comes on standard input is known only when the command runs");
    return flow;
  }
  if (/^https?:\/\//i.test(name)) {
    scene.unknown(`${name}: it is fetched when the command runs`);
    return undefined;
  }
  const isFolder = !endings.some((ending) => name.endsWith(ending)) && !scene.at.session.files.has(scene.path(name));
  // A name without a known ending may be a folder or a file: the folder's answer says which.
  return isFolder ? scene.readFolder(name, recursive, endings) : scene.read(name);
}

/** Kustomizations are rendered here; those that fetch from elsewhere are not. */
export function rendered(name: string, scene: Scene): Flow | undefined {
  if (/^[a-z+]+:\/\/|^git@|^github\.com\/|\?ref=/i.test(name)) {
    scene.unknown(`${name}: it is fetched when the command runs`);
    return undefined;
  }
  return scene.render(["kubectl", "kustomize", scene.path(name)]);
}
