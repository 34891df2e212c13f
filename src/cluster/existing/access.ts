import type { Client } from "../../kubernetes/index.ts";

export interface Deed {
  readonly verb: string;
  readonly group?: string;
  readonly resource: string;
  readonly namespace?: string;
}

/** Asks the API server itself whether we may do it; nothing is tried. */
export async function mayI(client: Client, deed: Deed, signal?: AbortSignal): Promise<boolean> {
  const review = await client.create(
    "/apis/authorization.k8s.io/v1/selfsubjectaccessreviews",
    {
      apiVersion: "authorization.k8s.io/v1",
      kind: "SelfSubjectAccessReview",
      spec: { resourceAttributes: { ...deed, group: deed.group ?? "" } },
    },
    signal,
  );
  return review.status?.allowed === true;
}
