import { type Finding, isMark } from "./finding.ts";

const begin = "-----BEGIN ";
const privateLabel = /^-----BEGIN ((?:[A-Z0-9]{1,16} ){0,4}PRIVATE KEY(?: BLOCK)?)-----/;

/** Private keys in PEM, with real or with escaped line ends. The lines around them stay; certificates stay whole. */
export function findPrivateKeys(text: string): Finding[] {
  const findings: Finding[] = [];
  for (let at = text.indexOf(begin); at >= 0; at = text.indexOf(begin, at + begin.length)) {
    const label = privateLabel.exec(text.slice(at, at + 120));
    if (!label) continue;
    const start = at + label[0].length;
    // A key that was cut off, in output that was cut off, is a key all the same.
    const end = endOf(text, start, `-----END ${label[1]}`);
    const body = text.slice(start, end);
    const [before = ""] = /^(?:\s|\\{1,8}[rn])*/.exec(body) ?? [];
    if (!/[A-Za-z0-9+/]{8}/.test(body.slice(0, 4096)) || isMark(body.slice(before.length))) continue;
    const [after = ""] = /(?:\s|\\{1,8}[rn]){0,64}$/.exec(body.slice(-64)) ?? [];
    findings.push({
      start: start + before.length,
      end: Math.max(end - after.length, start + before.length),
      what: "private key",
      secret: body.replace(/(?:\s|\\{1,8}[rn])+/g, "\n").trim(),
    });
    at = end - begin.length;
  }
  return findings;
}

/** Up to its end, or to where the next block begins, or as far as its characters go. */
function endOf(text: string, start: number, end: string): number {
  const dashes = text.indexOf("-----", start);
  if (dashes >= 0 && text.startsWith(end, dashes)) return dashes;
  const most = Math.min(dashes < 0 ? text.length : dashes, start + 16_384);
  const [body = ""] = /^(?:[A-Za-z0-9+/=:,. \t-]|\s|\\{1,8}[rn])*/.exec(text.slice(start, most)) ?? [];
  return start + body.length;
}
