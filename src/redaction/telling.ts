/**
 * Whether the name beside a value says that the value is a secret.
 * - "yes": any value is one.
 * - "unless a name": `secret: db-credentials` names a Secret, `secret: x7Gq…` is one.
 * - "unless a number": `token: abc` is one, `tokens: 500` is not.
 * - "if random": `key: users/1` is none, `key: 9fT3…` is.
 */
export type Telling = "no" | "yes" | "unless a name" | "unless a number" | "if random";

const passwords =
  /(?:password|passwd|passphrase|passcode|passwort|requirepass|masterauth)s?$|^(?:db|user|my|admin|root|smtp|mail|ftp|redis|sql|sudo|ldap)?pass$|pwd$|^psk$/;
const tokens = /(?:token|jwt)s?$/;
const credentials =
  /^(?:credential|credentials|creds|bearer|apikeys?|authkey|secretkey|privatekey|accesskey|connectionstring|connstr|keytab|htpasswd|dockerconfigjson|dockercfg)$/;
const kindsOfKey = new Set(
  `access account admin api app auth client cipher decryption deploy encryption function host hmac license master private
  root sas secret server service session shared sign signing ssh storage subscription symmetric tls unseal webhook
  write`.split(/\s+/),
);
const kindsOfSecret = new Set(
  `access admin api app auth aws azure client consumer cookie database db encryption flask github gitlab google hmac jwt
  master my nextauth oauth oidc password rails s3 session shared signature signing slack totp user webhook`.split(
    /\s+/,
  ),
);
const weak = new Set(["key", "auth", "authorization", "cookie", "session", "signature", "sig", "sas", "hmac", "seed"]);

/** May follow the telling word: `client-key-data`, `password_2`, `API_KEY_PROD`. */
const mayFollow =
  /^(?:again|b64|base64|confirm|confirmation|current|data|dev|encoded|hash|literal|new|old|plain|plaintext|primary|prod|production|raw|secondary|staging|string|test|text|value|\d+)$/;
/** Says that the value is about the secret and not the secret. In lower case anything that may not follow says so. */
const aboutIt = new Set(
  `age algo algorithm arn at audience audiences budget bytes class column controller count dir directory disabled
  duration enabled endpoint expiration expires expiry field file files format generation header hint host id ids index
  interval issuer kind label length lifetime limit manager max method min mode mount mounts ms name names namespace path
  paths policies policy prefix prompt provider ref reference refs required review reviews rotation seconds selector size
  status stdin store template time timeout ttl type uri url usage user username valid version versions`.split(/\s+/),
);
/** `existingSecret`, `imagePullSecret`, `useSecret`: the value is a name. */
const takesNames = new Set(["existing", "image", "pull", "use"]);

/** Keys are many and repeat themselves; most come again a thousand times in one manifest. */
const known = new Map<string, Telling>();
const most = 4096;

export function telling(key: string): Telling {
  const before = known.get(key);
  if (before !== undefined) return before;
  const answer = key.length > 128 ? "no" : judge(key);
  if (known.size >= most) known.clear();
  known.set(key, answer);
  return answer;
}

function judge(key: string): Telling {
  const words = wordsOf(key);
  const inCapitals = /^[A-Z0-9_]+$/.test(key);
  for (let at = words.length - 1; at >= 0; at -= 1) {
    const found = tellingAt(words, at, inCapitals);
    if (found === "no") continue;
    const after = words.slice(at + 1);
    if (!after.every((word) => (inCapitals ? !aboutIt.has(word) : mayFollow.test(word)))) return isSecretId(words);
    return found;
  }
  const isWeak = (words.length === 1 && weak.has(words[0] ?? "")) || words.at(-1) === "cookie";
  return isWeak ? "if random" : "no";
}

/** What Vault's AppRole calls `secret_id` is half a password; elsewhere it names a secret, in words. */
function isSecretId(words: readonly string[]): Telling {
  return words.join(" ") === "secret id" ? "if random" : "no";
}

function tellingAt(words: readonly string[], at: number, inCapitals: boolean): Telling {
  const word = words[at] ?? "";
  const before = words[at - 1] ?? "";
  if (passwords.test(word) && !(inCapitals && /^(?:old)?pwd$/.test(words.join("")))) return "yes";
  if (credentials.test(word)) return takesNames.has(before) ? "no" : "yes";
  if (tokens.test(word)) return "unless a number";
  if (word === "key" || word === "keys") return kindsOfKey.has(before) ? keyOf(before, inCapitals) : "no";
  if (word === "string") return before === "connection" ? "yes" : "no";
  if (!/secrets?$/.test(word)) return "no";
  if (takesNames.has(before)) return "no";
  return kindsOfSecret.has(before) || (inCapitals && word !== "secrets") ? "yes" : "unless a name";
}

/** `secretKey` is AWS's word for a secret and, in references, the word for the name of a member. */
function keyOf(before: string, inCapitals: boolean): Telling {
  return before === "secret" && !inCapitals ? "unless a name" : "yes";
}

/** `dbPassword`, `DB_PASSWORD`, `db-password` and `DBPassword` are two words each. */
function wordsOf(key: string): string[] {
  return key
    .replace(/([a-z0-9])([A-Z])/g, "$1 $2")
    .replace(/([A-Z]+)([A-Z][a-z])/g, "$1 $2")
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== "");
}
