import type { Finding } from "./finding.ts";
import { telling } from "./telling.ts";
import { holds } from "./value.ts";

/** Vault and others print what they know in two columns under these words. */
const header = /(?:^|\n)(?:(=+ [A-Za-z]{1,32} =+)[ \t]*\r?\n)?Key[ \t]+Value[ \t]*\r?\n---[ \t]+-----[ \t]*\r?\n/g;
const row = /([^\s]{1,256})[ \t]+([^\r\n]{1,4096})(?:\r?\n|$)/y;

/** Under "Data" everything is a secret; elsewhere what has a telling name. */
export function findInTables(text: string): Finding[] {
  const findings: Finding[] = [];
  if (!text.includes("-----")) return findings;
  for (const { 0: head, 1: title = "", index } of text.matchAll(header)) {
    const isData = /= Data =/.test(title);
    row.lastIndex = index + head.length;
    for (let found = row.exec(text); found; found = row.exec(text)) {
      const [whole, key = "", value = ""] = found;
      const secret = value.trimEnd();
      const start = found.index + whole.indexOf(value, key.length);
      const says = isData ? "yes" : telling(key);
      if (says === "no" || !holds(says, secret)) continue;
      findings.push({ start, end: start + secret.length, what: "value of a telling key", secret });
    }
  }
  return findings;
}
