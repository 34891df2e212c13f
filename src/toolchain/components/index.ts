import type { Component } from "../component.ts";
import { ToolchainProblem } from "../problem.ts";
import { go } from "./go.ts";
import { helm } from "./helm.ts";
import { kubectl } from "./kubectl.ts";
import { kubernetes } from "./kubernetes.ts";
import { kwok } from "./kwok.ts";
import { traefik } from "./traefik.ts";

/** Every component there is; one file each beside this one. */
export const table: readonly Component[] = [kubernetes, kubectl, helm, kwok, traefik, go];

export function find(name: string, among: readonly Component[] = table): Component {
  const found = among.find((component) => component.name === name);
  if (found) return found;
  throw new ToolchainProblem("UNKNOWN_COMPONENT", `component ${name}: not in the table`, {
    hint: `known components: ${among.map((component) => component.name).join(", ")}`,
  });
}
