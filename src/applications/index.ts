import { feed } from "./feed.ts";
import { ledger } from "./ledger.ts";
import type { Application } from "./model.ts";
import { shop } from "./shop.ts";

export { authorityOf } from "./certificate.ts";
export type { Application, Blueprint, Journey, Memory, Part, Place } from "./model.ts";
export { client, namespace, workload } from "./objects.ts";
export { egressTo, nameLookup, podsIn, policy } from "./policies.ts";
export { type Variant, variantOf } from "./variant.ts";

export const applications: readonly Application[] = [feed, shop, ledger];
