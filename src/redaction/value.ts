import { type Telling, telling } from "./telling.ts";

/** Stands for a value, or says that there is none. */
const stand = [
  /^(?:true|false|null|nil|none|yes|no|on|off|~|undefined|unknown|empty|unset|default|required|optional|disabled|enabled)$/i,
  /^(?:\$\{[^}]*\}|\$\([^)]*\)|\$[A-Z_][A-Z0-9_]*|\$[a-z_]*(?:cred|key|pass|pw|secret|token)[a-z_]*|%[A-Za-z_]\w*%|\{\{.*\}\}|<[^<>]*>|\([^()]*\)|@[\w./-]+)$/,
  /^(?:\*+|x+|X+|\.+|-+|_+|\?+|#+|\$)$/,
  /^\[?(?:redacted|masked|hidden|filtered|sensitive|omitted)\b.*$/i,
  /^<set to the key /,
  // `--secret id=npmrc,src=.npmrc`
  /^(?:id|src|source|type|name|target)=/,
  // Another place where the secret is.
  /^(?:vault:|ref\+|op:\/\/|arn:aws|projects\/[^/]+\/secrets\/|aws-sm:|gcp-sm:|azurekeyvault:|env:|file:|ENC\[)/,
];
/** How a sentence goes on after "password:" in a message. */
const sentence =
  /^(?:a|an|and|are|at|authentication|be|by|can|cannot|contains?|did|does|doesn't|enter|expected|expired|failed|for|from|has|have|in|incorrect|invalid|is|isn't|may|missing|must|no|not|of|on|or|please|required|should|the|this|to|too|was|were|will|with|wrong|you|your)[ ,.:]+\S/i;
const path = /^(?:~|\.{1,2})(?:\/[\w.@+-]+)+\/?$|^(?:\/[\w.@+-]+){2,}\/?$|^[A-Za-z]:\\[\w\\. -]+$/;
export const publicText =
  /^(?:ssh-(?:rsa|ed25519|dss)|ecdsa-sha2-\w+|sk-\w+@openssh\.com) |^-----BEGIN (?:CERTIFICATE|PUBLIC KEY|RSA PUBLIC KEY)/;
const digest = /^(?:sha(?:1|224|256|384|512)[:-]|md5:|[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$)/i;
const number = /^[+-]?\d[\d_.,]*(?:[smhd]|ms|Ki|Mi|Gi|[KMG]B?|%)?$/;
const name = /^[a-z](?:[a-z0-9_-]*[a-z0-9])?(?:[./][a-z0-9](?:[a-z0-9_-]*[a-z0-9])?)*$/;

/** Whether the value of this key is a secret. */
export function isSecret(key: string, value: string): boolean {
  const says = telling(key);
  return says !== "no" && holds(says, value);
}

export function holds(says: Telling, value: string): boolean {
  if (value === "" || publicText.test(value)) return false;
  if (value.length < 512 && stand.some((form) => form.test(value))) return false;
  if (value.length < 512 && sentence.test(value)) return false;
  if (value.length < 256 && path.test(value) && !value.split(/[/\\]/).some(isRandom)) return false;
  if (says === "unless a number") return !number.test(value);
  if (says === "unless a name") return !isName(value) && !number.test(value);
  if (says === "if random") return isRandom(value) || (/^[0-9a-f-]{36}$/i.test(value) && digest.test(value));
  return says === "yes";
}

/** A name has words; what has a digit within and no hyphen around it is more like a password. */
export function isName(value: string): boolean {
  return (
    value.length <= 253 && name.test(value) && !isRandom(value) && (/[-./_]/.test(value) || /^[a-z]+$/.test(value))
  );
}

/**
 * Letters in both cases and digits follow one another far more often in what a machine drew than in what somebody
 * wrote. Digests and ids are drawn too, but they say so by their form.
 */
export function isRandom(value: string): boolean {
  if (value.length < 16 || digest.test(value) || /^[0-9a-f]+$/.test(value)) return false;
  const most = Math.min(value.length, 512);
  let changes = 0;
  let last = classOf(value.charCodeAt(0));
  for (let at = 1; at < most; at += 1) {
    const now = classOf(value.charCodeAt(at));
    if (now === -1) return false;
    if (now !== last && now !== 3 && last !== 3) changes += 1;
    last = now;
  }
  return changes * 5 >= most;
}

/** 0 lower, 1 upper, 2 digit, 3 what stands between words, -1 what no token has. */
function classOf(code: number): number {
  if (code >= 97 && code <= 122) return 0;
  if (code >= 65 && code <= 90) return 1;
  if (code >= 48 && code <= 57) return 2;
  return code > 32 && code < 127 ? 3 : -1;
}
