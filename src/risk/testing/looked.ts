import type { Target } from "../../evidence/index.ts";
import type { Answer, KubernetesContext, Materials, Operation, Want } from "../model.ts";
import { pack } from "../sight.ts";
import { lookInto } from "../understand.ts";

/** The world that a command is looked into in: nothing else is there. */
export interface World {
  /** By absolute path; the working directory is /here. */
  readonly files?: Readonly<Record<string, string | Uint8Array>>;
  readonly variables?: Readonly<Record<string, string>>;
  readonly context?: KubernetesContext;
  /** What a program prints, by its words. */
  readonly renderings?: Readonly<Record<string, string>>;
  readonly stdin?: string;
  readonly documents?: Readonly<Record<string, string>>;
  readonly tool?: string;
  readonly operation?: string;
}

/** Looks into a line for a shell, or into the words of a command, in a world that has exactly what is given. */
export async function looked(command: string | readonly string[] | undefined, world: World = {}): Promise<Operation> {
  const documents = Object.entries(world.documents ?? {}).map(([name, text]) =>
    pack({ name, bytes: Buffer.from(text) }),
  );
  let materials: Materials = {
    version: 1,
    ...(typeof command === "string" ? { shell: command } : command === undefined ? {} : { command }),
    ...(world.tool !== undefined && { tool: world.tool }),
    ...(world.operation !== undefined && { operation: world.operation }),
    directory: "/here",
    ...(world.stdin !== undefined && { stdin: pack({ name: "<stdin>", bytes: Buffer.from(world.stdin) }) }),
    documents,
    findings: [],
    answers: [],
  };
  for (let round = 0; round < 8; round += 1) {
    const { operation, wants } = await lookInto(materials);
    if (wants.length === 0) return operation;
    materials = { ...materials, answers: [...materials.answers, ...wants.map((want) => answer(want, world))] };
  }
  throw new Error(`${JSON.stringify(command)}: it wants ever more`);
}

function answer(want: Want, world: World): Answer {
  switch (want.ask) {
    case "file": {
      const bytes = world.files?.[want.path];
      return bytes === undefined ? { want, missing: "no such file" } : { want, documents: [packed(want.path, bytes)] };
    }
    case "folder": {
      const inside = Object.entries(world.files ?? {}).filter(([path]) => path.startsWith(`${want.path}/`));
      const own = inside.filter(([path]) => want.recursive || !path.slice(want.path.length + 1).includes("/"));
      if (inside.length === 0) return { want, missing: "no such file" };
      const names = inside.map(([path]) => path.slice(want.path.length + 1).split("/")[0] ?? "");
      if (want.endings.length === 0) return { want, text: [...new Set(names)].join("\n") };
      return { want, documents: own.map(([path, bytes]) => packed(path.slice(want.path.length + 1), bytes)) };
    }
    case "rendering": {
      const text = world.renderings?.[want.command.join(" ")];
      return text === undefined
        ? { want, missing: "it is not here" }
        : { want, documents: [packed("rendering", text)] };
    }
    case "variable": {
      const text = world.variables?.[want.name];
      return text === undefined ? { want } : { want, text };
    }
    case "kubernetes-context":
      return world.context === undefined ? { want, missing: "no kubeconfig" } : { want, context: world.context };
    case "namespace-labels":
      return { want, missing: "the cluster did not say" };
  }
}

const packed = (name: string, bytes: string | Uint8Array) => pack({ name, bytes: Buffer.from(bytes) });

/** "delete Namespace/shop", "scale Deployment/web in shop", "delete Pod/* in shop where app=web". */
export const brief = ({ action, kind, name, namespace, selector }: Target) =>
  `${action} ${kind}/${name}${namespace === undefined ? "" : ` in ${namespace}`}${selector === undefined ? "" : ` where ${selector}`}`;
