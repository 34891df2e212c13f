import type { Client } from "../../kubernetes/index.ts";
import { open } from "./connection.ts";
import { type Source, selectContext } from "./kubeconfig.ts";

/** A client for the cluster of a context, with the rights of its user: for whoever looks and makes nothing. */
export async function clientFor(options: Source & { readonly context: string }, signal?: AbortSignal): Promise<Client> {
  return (await open(selectContext(options.context, options), signal)).client;
}
