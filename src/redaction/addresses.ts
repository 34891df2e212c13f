import type { Finding } from "./finding.ts";
import { holds, isRandom } from "./value.ts";

const scheme = /[A-Za-z][A-Za-z0-9+.-]{0,63}$/;
const strictUser = /([^\s"'<>\\`/?#]{1,512})@/y;
/** A password may hold a slash, a question mark or a number sign unencoded; then a host must follow. */
const looseUser = /([^\s"'<>\\`/?#@:]{0,256}:[^\s"'<>\\`@]{1,256})@[A-Za-z0-9.-]{1,253}(?::\d{1,5})?(?![\w.-])/y;

/** `scheme://user:password@host`: the password, and a token in place of the user. */
export function findInAddresses(text: string): Finding[] {
  const findings: Finding[] = [];
  let at = text.indexOf("://");
  let sign = text.indexOf("@");
  for (; at >= 0 && sign >= 0; at = text.indexOf("://", at + 3)) {
    const start = at + 3;
    if (sign < start) sign = text.indexOf("@", start);
    if (sign < 0 || sign - start > 512 || !scheme.test(text.slice(Math.max(0, at - 64), at))) continue;
    const user = userAt(text, start);
    if (user === undefined) continue;
    const colon = user.indexOf(":");
    if (colon < 0 && !isRandom(user)) continue;
    const secret = user.slice(colon + 1);
    if (!holds("yes", secret)) continue;
    const from = start + colon + 1;
    findings.push({ start: from, end: from + secret.length, what: "credential in address", secret: decoded(secret) });
  }
  return findings;
}

/** Up to the last @ before the host: people forget to encode the one in their password. */
function userAt(text: string, start: number): string | undefined {
  strictUser.lastIndex = start;
  const strict = strictUser.exec(text)?.[1];
  if (strict !== undefined) return strict;
  looseUser.lastIndex = start;
  const loose = looseUser.exec(text)?.[1];
  // A port before the path means that there was no password, and the @ belongs to the path.
  return loose !== undefined && !/^[^:]*:\d{1,5}[/?#]/.test(loose) ? loose : undefined;
}

function decoded(secret: string): string {
  if (!secret.includes("%")) return secret;
  try {
    return Buffer.from(decodeURIComponent(secret), "utf8").toString("latin1");
  } catch {
    return secret;
  }
}
