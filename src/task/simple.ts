import type { Task } from "./model.ts";

/** A task with what nearly all have: repair it, on one node, with the rights of the application's operators. */
export function simpleTask(given: Pick<Task, "name" | "application" | "faults" | "instruction"> & Partial<Task>): Task {
  return {
    symptom: undefined,
    expected: { is: "repair" },
    rights: "application",
    authority: { may: [], never: [] },
    endings: [],
    objects: "",
    chaos: [],
    cluster: { nodes: [{ name: "node-1" }], addons: [] },
    needs: [],
    solution: undefined,
    controls: [],
    reference: { seconds: 120, commands: 12 },
    limit: 600,
    seeds: { from: 1, to: 1_000, count: 3 },
    ...given,
  };
}
