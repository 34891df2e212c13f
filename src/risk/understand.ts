import { look } from "./dispatch.ts";
import { Draft } from "./draft.ts";
import type { Materials, Operation, Want } from "./model.ts";
import { Scene, type World } from "./scene.ts";
import { newSession } from "./shell/session.ts";
import { smell } from "./shell/smell.ts";
import { Sight, unpack } from "./sight.ts";

const mostCommands = 3_000;
const longestScript = 2 * 1024 * 1024;
const understood = new WeakMap<Materials, Promise<Operation>>();

/** What the materials come to. Pure: no file, no process, no clock; the same materials give the same operation. */
export function understand(materials: Materials): Promise<Operation> {
  const known = understood.get(materials);
  if (known) return known;
  const operation = lookInto(materials).then((found) => found.operation);
  understood.set(materials, operation);
  return operation;
}

/** The same, and what would have to be seen to understand more. */
export async function lookInto(materials: Materials): Promise<{ operation: Operation; wants: readonly Want[] }> {
  const draft = new Draft();
  const sight = new Sight(materials);
  const documents = materials.documents.map(unpack);
  const world: World = { draft, sight, documents, budget: mostCommands, called: new Set(), look, script };
  const { stdin } = materials;
  const input = stdin === undefined ? undefined : () => ({ documents: [unpack(stdin)] });
  const scene = new Scene(world, { session: newSession(materials.directory), input, inside: undefined, depth: 0 });
  if (materials.command !== undefined) await scene.look(materials.command);
  else if (materials.shell !== undefined) await scene.script(materials.shell);
  else await declared(materials, scene);
  const fallback = { tool: materials.tool ?? "unknown", operation: materials.operation ?? "" };
  return { operation: draft.finish(fallback, materials.scope), wants: sight.open };
}

/** Where only a tool, an operation and documents are given, they are taken as that command with those documents. */
async function declared({ tool, operation = "", documents }: Materials, scene: Scene): Promise<void> {
  const { draft } = scene.world;
  if (tool === undefined) return draft.doubt("neither a command nor a tool was given");
  draft.doubt("the command was declared, not seen");
  const words = operation.split(/\s+/).filter((word) => word !== "");
  const files = ["kubectl", "oc"].includes(tool)
    ? documents.flatMap(({ name }) => ["-f", name])
    : documents.map(({ name }) => name);
  await scene.look([tool, ...words, ...files]);
}

async function script(text: string, scene: Scene) {
  if (text.length > longestScript) {
    scene.unknown(`the shell text has ${text.length} characters, more than are read`);
    const kind = smell(text);
    scene.add({ tool: "shell", operation: "unreadable", class: kind, words: [], flags: new Map() });
    return { class: kind };
  }
  const [unbash, { Walker }] = await Promise.all([import("unbash"), import("./shell/walk.ts")]);
  return new Walker(unbash).script(text, scene);
}
