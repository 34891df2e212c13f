import type { Detector } from "../../model.ts";
import { googleBindings } from "../shared/google-bindings.ts";

export const googlePublicMember: Detector = {
  tag: "gcp.public-member",
  level: "critical",
  summary: "a Google Cloud role for allUsers or allAuthenticatedUsers",
  advice: "Name the accounts; allAuthenticatedUsers is everybody with a Google account.",
  detect: (operation) =>
    googleBindings(operation).flatMap(({ field, role, members, storage }) => {
      const everybody = members.find((member) => member === "allUsers" || member === "allAuthenticatedUsers");
      // Buckets have a tag of their own.
      if (everybody === undefined || storage) return [];
      return [{ field: `${field}: member`, because: `${everybody} gets ${role}` }];
    }),
};
