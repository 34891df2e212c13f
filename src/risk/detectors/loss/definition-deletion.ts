import type { Detector } from "../../model.ts";
import { inDeletions } from "../shared/objects.ts";

export const definitionDeletion: Detector = {
  tag: "k8s.definition-deletion",
  level: "critical",
  summary: "a CustomResourceDefinition deleted, with every object of its kind in the cluster",
  advice: "List all objects of the kind in all namespaces; their operators will tear down what stands behind them.",
  detect: inDeletions(["CustomResourceDefinition"], ({ label }) => ({
    field: label,
    because: "every object of the kind goes with its definition, in all namespaces",
  })),
};
