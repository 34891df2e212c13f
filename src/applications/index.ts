import { feed } from "./feed.ts";
import { ledger } from "./ledger.ts";
import type { Application } from "./model.ts";
import { shop } from "./shop.ts";
import { variantOf } from "./variant.ts";

export { authorityOf } from "./certificate.ts";
export type { Application, Blueprint, Journey, Memory, Part, Place } from "./model.ts";
export { client, namespace, workload } from "./objects.ts";
export { egressTo, nameLookup, podsIn, policy } from "./policies.ts";
export type { Variant } from "./variant.ts";
export { variantOf };

export const applications: readonly Application[] = [feed, shop, ledger];

/** What they run, all together. */
export function applicationImages(): string[] {
  const objects = applications.flatMap((application) => application.build(variantOf("any")).objects);
  const named = JSON.stringify(objects).matchAll(/"image":"([^"]+)"/g);
  return [...new Set([...named].map(([, image = ""]) => (image.includes(":") ? image : `${image}:latest`)))].sort();
}
