import type { CallToolResult } from "@modelcontextprotocol/server";
import type { Reported } from "../../recorder/index.ts";
import { answer } from "../answer.ts";

export function reportedAnswer(words: string, { id, sequence, prescription, anomalies }: Reported): CallToolResult {
  const remarks = anomalies.map(({ kind, text }) => `remark: ${kind}: ${text}`);
  const plain = anomalies.map(({ kind, text }) => ({ kind, text }));
  return answer([`${words}, entry ${sequence}`, ...remarks].join("\n"), {
    id,
    sequence,
    prescription,
    anomalies: plain,
  });
}
