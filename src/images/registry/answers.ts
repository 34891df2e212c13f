import type { ServerResponse } from "node:http";

export type OciCode =
  | "BLOB_UNKNOWN"
  | "MANIFEST_UNKNOWN"
  | "NAME_UNKNOWN"
  | "NAME_INVALID"
  | "DIGEST_INVALID"
  | "UNSUPPORTED"
  | "TOOMANYREQUESTS"
  | "UNKNOWN";

/** A refusal in the form the distribution specification asks for. */
export function refuse(response: ServerResponse, status: number, code: OciCode, message: string): void {
  if (response.headersSent) {
    response.destroy(); // The client must see a broken transfer, not a short one that looks complete.
    return;
  }
  const body = Buffer.from(JSON.stringify({ errors: [{ code, message }] }));
  response.writeHead(status, { "content-type": "application/json", "content-length": body.length });
  response.end(response.req.method === "HEAD" ? undefined : body);
}
