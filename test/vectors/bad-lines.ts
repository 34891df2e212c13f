import { canonical, type Entry } from "../../src/evidence/index.ts";
import { joinLines, LogMaker, samples, seal } from "../evidence/log-maker.ts";
import { everything, one, oneSegment, swap, text, type Vector } from "./vector.ts";

/** Logs of three entries of which one line, the second, is not an entry of the format. */

const log = new LogMaker();
log.add("prescription", samples.prescription());
log.add("coverage", samples.coverage("closed"));
const at = 1;
const given = everything(log);

function vector(name: string, says: string, line: Buffer | string, code = "MALFORMED_ENTRY"): Vector {
  const lines = log.lines.with(at, Buffer.from(line));
  return {
    name,
    says,
    files: oneSegment(joinLines(lines)),
    given,
    expected: { result: "invalid", code, sequence: at, good: at, entries: 3 },
  };
}

/** The line with its text changed after it was signed. */
const edited = (from: string | RegExp, to: string) => swap(text(log.lines[at]), from, to);

/** An entry that is not allowed, and yet signed by the right key over exactly its bytes. */
function signed(change: (body: Record<string, unknown>) => object): Buffer {
  const { signature: _, ...body } = JSON.parse(text(log.lines[at]));
  return seal(canonical(change(body)), one);
}

/** The same for what even the encoder would refuse: the text is changed before it is signed. */
const signedText = (from: string, to: string) =>
  seal(swap(text(log.lines[at]).replace(/,"signature":"[^"]*"/, ""), from, to), one);

const data = (change: object) => signed((body) => ({ ...body, data: { ...(body.data as object), ...change } }));
const invalidBytes = (bytes: string) =>
  Buffer.from(edited("more replicas", "more \u0001replicas")).toString("latin1").replace("\u0001", bytes);

/** Ed25519 signatures are pairs (R, S); S plus the order of the group would pass a careless check. */
function withLargerS(line: string): string {
  const order = 2n ** 252n + 27742317777372353535851937790883648493n;
  const { signature } = JSON.parse(line) as Entry;
  const bytes = Buffer.from(signature, "base64");
  const s = BigInt(`0x${Buffer.from(bytes.subarray(32)).reverse().toString("hex")}`) + order;
  Buffer.from(s.toString(16).padStart(64, "0"), "hex").reverse().copy(bytes, 32);
  return swap(line, signature, bytes.toString("base64"));
}

/** A report in place of the prescription. */
function badReport(change: object): Buffer {
  const { exitCode: _, ...report } = samples.report(log.lines[at] ?? Buffer.alloc(0));
  return signed((body) => ({ ...body, type: "report", data: { ...report, ...change } }));
}

export const badLines: readonly Vector[] = [
  vector("body-changed", "One letter of a target's name was changed.", edited("web.yaml", "wea.yaml"), "BAD_SIGNATURE"),
  vector(
    "signature-changed",
    "One character of the signature was changed.",
    edited(/("signature":"...)./, "$1A"),
    "BAD_SIGNATURE",
  ),
  vector(
    "signature-larger-s",
    "The signature with the order of the group added to S.",
    withLargerS(text(log.lines[at])),
    "BAD_SIGNATURE",
  ),
  vector("signature-stripped", "The member is gone.", edited(/,"signature":"[^"]*"/, "")),
  vector("signature-empty", "The member is empty.", edited(/"signature":"[^"]*"/, '"signature":""')),
  vector(
    "signature-other-base64",
    "The same 64 bytes, with unused bits of base64 set.",
    edited(/(.)==","time/, 'B==","time'),
  ),
  vector(
    "extra-member",
    "A member that the format does not know, signed.",
    signed((body) => ({ ...body, note: "x" })),
  ),
  vector(
    "extra-member-inside",
    "The same, deep inside.",
    signed((body) => ({ ...body, actor: { id: "x", kind: "agent", name: "y" } })),
  ),
  vector(
    "missing-member",
    "No capture, signed.",
    signed(({ capture: _, ...body }) => body),
  ),
  vector(
    "null-member",
    "Null where a member should have been left out, signed.",
    signed((body) => ({ ...body, session: null })),
  ),
  vector("proto-member", "A member called __proto__, signed.", signedText('"actor":', '"__proto__":{},"actor":')),
  vector("duplicate-member", "A member twice with the same value.", edited('"type":', '"type":"prescription","type":')),
  vector(
    "key-order",
    "Two members in another order, signed so.",
    signedText('"id":"deployer","kind":"agent"', '"kind":"agent","id":"deployer"'),
  ),
  vector("spacing", "A space after a colon.", edited('"sequence":1', '"sequence": 1')),
  vector("number-fraction-form", "1.0 for 1, signed so.", signedText('"sequence":1', '"sequence":1.0')),
  vector("number-exponent-form", "1e0 for 1, signed so.", signedText('"sequence":1', '"sequence":1e0')),
  vector("number-negative-zero", "-0, signed so.", signedText('"expires":600', '"expires":-0')),
  vector("number-negative", "A negative duration, signed.", data({ expires: -1 })),
  vector("number-fraction", "Half a second, signed so.", signedText('"expires":600', '"expires":0.5')),
  vector(
    "number-unsafe",
    "2^53 + 1, which many languages read as 2^53, signed so.",
    signedText('"expires":600', '"expires":9007199254740993'),
  ),
  vector("text-needless-escape", "\\u0065 for e, signed so.", signedText("more replicas", "mor\\u0065 replicas")),
  vector("text-escaped-slash", "\\/ for /, signed so.", signedText("apps/v1", "apps\\/v1")),
  vector(
    "text-upper-case-escape",
    "\\u001F for \\u001f, signed so.",
    signedText("more replicas", "more\\u001Freplicas"),
  ),
  vector(
    "text-lone-surrogate",
    "Half a surrogate pair as an escape, signed so.",
    signedText("more replicas", "more \\ud800 replicas"),
  ),
  vector(
    "text-surrogate-pair-escaped",
    "A whole pair as escapes, signed so.",
    signedText("more replicas", "more \\ud83d\\udee9 replicas"),
  ),
  vector("utf8-invalid", "A byte that never is in UTF-8.", Buffer.from(invalidBytes("\xff"), "latin1")),
  vector("utf8-overlong", "A slash in two bytes.", Buffer.from(invalidBytes("\xc0\xaf"), "latin1")),
  vector(
    "utf8-surrogate",
    "Half a surrogate pair in three bytes.",
    Buffer.from(invalidBytes("\xed\xa0\x80"), "latin1"),
  ),
  vector("byte-order-mark", "A byte order mark before the line.", `\ufeff${text(log.lines[at])}`),
  vector("bytes-after-entry", "Something after the closing brace.", `${text(log.lines[at])} {}`),
  vector("blank-line-in-place", "An empty line instead of the entry.", ""),
  vector("not-json", "A line of prose.", "this is fine"),
  vector("not-an-object", "A list around the entry.", `[${text(log.lines[at])}]`),
  vector(
    "format-unknown",
    "A later version of the format, signed.",
    signed((body) => ({ ...body, format: "airworthy/2" })),
  ),
  vector(
    "type-unknown",
    "A type that the format does not know, signed.",
    signed((body) => ({ ...body, type: "note" })),
  ),
  vector(
    "type-of-prototype",
    "A type that is a word of the language, signed.",
    signed((body) => ({ ...body, type: "constructor" })),
  ),
  vector(
    "type-log-again",
    "A second beginning, signed.",
    signed((body) => ({ ...body, type: "log", data: { publicKey: one.publicKey.toString("base64") } })),
  ),
  vector(
    "time-unreal",
    "30 February, signed.",
    signed((body) => ({ ...body, time: "2026-02-30T00:00:00.000Z" })),
  ),
  vector(
    "time-not-utc",
    "A time with an offset, signed.",
    signed((body) => ({ ...body, time: "2026-01-31T12:00:00.000+01:00" })),
  ),
  vector(
    "id-other-version",
    "A UUID of version 4, signed.",
    signed((body) => ({ ...body, id: "7d444840-9dc0-41d1-b245-5ffdce74fad2" })),
  ),
  vector("report-success-with-failure", "Success with exit code 1, signed.", badReport({ exitCode: 1 })),
  vector("report-error-unexplained", "Error without the reason, signed.", badReport({ verdict: "error" })),
  vector("targets-miscounted", "One target named, none counted, signed.", data({ targetCount: 0 })),
];
