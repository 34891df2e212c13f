import { type Finding, isMark, type What } from "./finding.ts";

interface Form {
  readonly what: What;
  /** The search is made only where one of these occurs: looking for a word is far cheaper than for a form. */
  readonly beside: readonly string[];
  /** The secret is group 1, or all of it. No form may look at a character more than a bounded number of times. */
  readonly form: RegExp;
}

/** No letter or digit before: a run of these is looked at once, not once for each of its characters. */
const edge = "(?<![A-Za-z0-9])";
const form = (what: What, beside: string | readonly string[], source: string, flags = ""): Form => ({
  what,
  beside: typeof beside === "string" ? [beside] : beside,
  form: new RegExp(source, `g${flags}d`),
});
const token = (beside: string | readonly string[], source: string) => form("token", beside, edge + source);

/** `Authorization: `, as a header, as a member, escaped or not. */
const header = `authorization\\\\{0,4}["']?[ \\t]{0,4}[:=][ \\t]{0,4}\\\\{0,4}["']?`;

/** What its issuers made recognisable. */
const forms: readonly Form[] = [
  token(["AKIA", "ASIA", "ABIA", "ACCA"], "(?:AKIA|ASIA|ABIA|ACCA)[0-9A-Z]{16}(?![0-9A-Za-z])"),
  // The other half of an AWS key, where it stands without a name.
  token(["AKIA", "ASIA"], "(?:AKIA|ASIA)[0-9A-Z]{16}[^A-Za-z0-9/+]{1,8}([A-Za-z0-9/+]{40})(?![A-Za-z0-9/+=])"),
  token(["ghp_", "gho_", "ghu_", "ghs_", "ghr_"], "gh[pousr]_[A-Za-z0-9]{36,255}"),
  token("github_pat_", "github_pat_[A-Za-z0-9]{22}_[A-Za-z0-9]{20,255}"),
  token(
    ["glpat-", "gldt-", "glrt-", "glptt-", "glcbt-", "glsoat-", "glft-"],
    "gl(?:pat|dt|rt|ptt|cbt|soat|ft)-[\\w-]{20,300}",
  ),
  token(
    ["xoxa-", "xoxb-", "xoxe-", "xoxo-", "xoxp-", "xoxr-", "xoxs-", "xapp-"],
    "(?:xox[abeoprs]|xapp)-[0-9A-Za-z-]{10,300}",
  ),
  form("token", "hooks.slack.com/", "hooks\\.slack\\.com/(?:services|workflows|triggers)/([A-Za-z0-9/_-]{20,200})"),
  token(["sk_live_", "sk_test_", "rk_live_", "rk_test_"], "[sr]k_(?:live|test)_[A-Za-z0-9]{16,255}"),
  token("whsec_", "whsec_[A-Za-z0-9+/=]{24,128}"),
  token("npm_", "npm_[A-Za-z0-9]{36}(?![A-Za-z0-9])"),
  token("pypi-", "pypi-[A-Za-z0-9_-]{50,500}"),
  token("dckr_", "dckr_(?:pat|oat)_[A-Za-z0-9_-]{20,100}"),
  token("sk-", "sk-(?=[A-Za-z_-]{0,80}[0-9])(?=[a-z0-9_-]{0,80}[A-Z])[A-Za-z0-9_-]{20,300}"),
  token("AIza", "AIza[0-9A-Za-z_-]{35}(?![0-9A-Za-z_-])"),
  token("ya29.", "ya29\\.[0-9A-Za-z_-]{20,1000}"),
  token("GOCSPX-", "GOCSPX-[0-9A-Za-z_-]{20,60}"),
  token(["hvs.", "hvb.", "hvr."], "hv[sbr]\\.[A-Za-z0-9_-]{20,400}"),
  token("s.", "s\\.(?=[A-Za-z]{0,23}[0-9])[A-Za-z0-9]{24}(?![A-Za-z0-9.])"),
  token("SG.", "SG\\.[A-Za-z0-9_-]{16,32}\\.[A-Za-z0-9_-]{32,64}"),
  token("hf_", "hf_[A-Za-z]{30,60}"),
  token(["dop_v1_", "doo_v1_", "dor_v1_"], "do[opr]_v1_[a-f0-9]{64}"),
  token("dapi", "dapi[a-f0-9]{32}(?:-\\d)?"),
  token(["glsa_", "glc_"], "gl(?:sa|c)_[A-Za-z0-9+/=_]{30,400}"),
  token("NRAK-", "NRAK-[A-Z0-9]{27}"),
  token("lin_api_", "lin_api_[A-Za-z0-9]{40}"),
  token(["shpat_", "shpss_", "shpca_", "shppa_"], "shp(?:at|ss|ca|pa)_[a-fA-F0-9]{32}"),
  token("pscale_", "pscale_(?:tkn|pw|oauth)_[\\w.-]{30,64}"),
  token("dp.", "dp\\.(?:pt|st|sa|ct|scim|audit)\\.[\\w.-]{30,64}"),
  token(".atlasv1.", "[A-Za-z0-9]{14}\\.atlasv1\\.[A-Za-z0-9_-]{60,80}"),
  token("AGE-SECRET-KEY-1", "AGE-SECRET-KEY-1[0-9A-Z]{58}"),
  token("Q~", "[A-Za-z0-9_~.]{3}\\dQ~[A-Za-z0-9_~.-]{31,34}"),
  token("K10", "K10[0-9a-f]{64}::(?:server|node|[\\w.-]{1,64}):[\\w.-]{16,128}"),
  // A bootstrap token of kubeadm.
  form("token", "token", "(?<=token[ =:\"']{1,4})([a-z0-9]{6}\\.[a-z0-9]{16})(?![a-z0-9])"),
  // What the registry of AWS hands out: JSON in base64 that begins with {"payload":"
  token("eyJwYXlsb2FkIjoi", "eyJwYXlsb2FkIjoi[A-Za-z0-9+/=_-]{40,8192}"),
  form("token", "/api/webhooks/", "/api/webhooks/\\d{1,32}/([A-Za-z0-9_-]{20,200})"),
  form("token", "eyJ", "(?<![\\w.-])eyJ[\\w-]{8,16384}\\.[\\w-]{8,65536}\\.[\\w-]{0,4096}"),
  form(
    "password hash",
    "$",
    "(?<!\\$)\\$(?:2[abxy]|apr1|1|5|6|7|y|gy|argon2(?:id|i|d)|pbkdf2-sha\\d{3}|scram-sha-\\d{3})\\$(?:[\\w./,=+-]{1,64}\\$){1,4}[\\w./+=-]{20,200}",
  ),
  form(
    "authorization",
    ["uthorization", "UTHORIZATION"],
    `${header}(?:bearer|basic|token|digest|negotiate|apikey|bot|ntlm)[ \\t]{1,4}([^\\s"'\\\\,$<{][^\\s"'\\\\,]{3,8192})`,
    "i",
  ),
  form(
    "authorization",
    ["uthorization", "UTHORIZATION"],
    `${header}(?!AWS4-)(?=[^\\s"'\\\\,]{0,200}[0-9])([^\\s"'\\\\,$<{][^\\s"'\\\\,]{7,8192})`,
    "i",
  ),
  form(
    "authorization",
    ["earer ", "EARER "],
    `${edge}bearer[ \\t]{1,4}(?=[A-Za-z._~+/=-]{0,64}[0-9])([\\w.~+/=-]{8,8192})`,
    "i",
  ),
  form(
    "authorization",
    ["asic ", "ASIC "],
    `${edge}basic[ \\t]{1,4}((?=[A-Za-z+/]{0,64}[0-9A-Z+/])[A-Za-z0-9+/]{12,2048}={1,2})`,
    "i",
  ),
  form("option", ["assword", "ASSWORD"], `${edge}password[ \\t]{1,8}'([^'\\r\\n]{1,512})'`, "i"),
  form("option", [" by ", " BY "], `${edge}identified(?: with \\w{1,40})? by '([^'\\r\\n]{1,512})'`, "i"),
  form(
    "option",
    ["requirepass", "masterauth"],
    "(?<=^|\\n)[ \\t]{0,16}(?:requirepass|masterauth)[ \\t]{1,16}([^\\s]{1,512})",
  ),
  form(
    "option",
    "password",
    "\\blogin\\s{1,8}\\S{1,256}\\s{1,8}(?:account\\s{1,8}\\S{1,256}\\s{1,8})?password\\s{1,8}(\\S{1,1024})",
  ),
];

/** Tokens by their form, hashes of passwords, and headers that carry either. */
export function findTokens(text: string): Finding[] {
  const findings: Finding[] = [];
  for (const { what, beside, form } of forms) {
    if (!beside.some((word) => text.includes(word))) continue;
    for (const match of text.matchAll(form)) {
      const [start, end] = match.indices?.[1] ?? match.indices?.[0] ?? [0, 0];
      const secret = text.slice(start, end);
      if (!isMark(secret)) findings.push({ start, end, what, secret });
    }
  }
  return findings;
}
