import { messageOf, Problem } from "../../problem/index.ts";

/** What the recorder sends back: the answer, or what it has against the question. */
export type Reply =
  | { readonly answer: unknown }
  | { readonly problem: { readonly code: string; readonly message: string; readonly hint?: string } };

/** A failure as the other side gets it. Whatever it is, the client learns that nothing was written. */
export function problemReply(thrown: unknown): Reply {
  if (!(thrown instanceof Problem)) {
    return { problem: { code: "RECORDER_FAILED", message: `the recorder failed: ${messageOf(thrown)}` } };
  }
  const { code, message, hint } = thrown;
  return { problem: { code, message, ...(hint === undefined ? {} : { hint }) } };
}
