import type { IncomingHttpHeaders, OutgoingHttpHeaders } from "node:http";
import type { ModelEndpoint } from "./model.ts";

/** Of one connection only. */
const ofTheConnection =
  /^(connection|keep-alive|proxy-.*|te|trailer|transfer-encoding|upgrade|host|content-length|expect|accept-encoding)$/;
/** Who asks is not for the client to say, in whichever provider's words. */
const ofWhoAsks =
  /^(authorization|x-api-key|api-key|x-goog-api-key|x-goog-user-project|cookie|openai-(organization|project)|(x-)?forwarded.*|via)$/;
/** Nor is it the client's business whose account it is. */
const ofTheAccount = /^(set-cookie|anthropic-organization-id|openai-(organization|project)|location)$/;

/** What the provider gets to see: the client's words, and our key. */
export function towardsProvider(headers: IncomingHttpHeaders, { family, key }: ModelEndpoint): OutgoingHttpHeaders {
  const own = {
    anthropic: { "x-api-key": key },
    openai: { authorization: key === undefined ? undefined : `Bearer ${key}` },
    google: { "x-goog-api-key": key },
  }[family];
  return {
    ...without(headers, ofTheConnection, ofWhoAsks),
    ...(key === undefined ? {} : own),
    "accept-encoding": "identity", // What is told about tokens is read on the way.
  };
}

/** What the client gets to see. */
export const towardsClient = (headers: IncomingHttpHeaders): OutgoingHttpHeaders =>
  without(headers, ofTheConnection, ofTheAccount);

function without(headers: IncomingHttpHeaders, ...names: readonly RegExp[]): OutgoingHttpHeaders {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !names.some((each) => each.test(name))));
}
