import assert from "node:assert/strict";
import { test } from "node:test";
import { isHopeless, type Line, type Passed, troubleIn } from "./index.ts";

const began = Date.UTC(2026, 0, 1);
const line = (more: Partial<Passed>, second = 0): Passed => ({
  ...{ kind: "request", time: new Date(began + second * 1_000).toISOString(), family: "anthropic", method: "POST" },
  ...{ path: "/messages", asks: true, streams: true, model: "m", seconds: 1 },
  ...{ requestBytes: 2, responseBytes: 2, requestDigest: "sha256:" },
  ...more,
});
const failed = (status: number, failure: string) =>
  ({ status, failure, by: "provider", firstByteSeconds: 0.1 }) as const;
const well = line({ status: 200, firstByteSeconds: 0.5 });
const overloaded = line(failed(529, "overloaded_error: later"));
const refused = line(failed(401, "no"));
const unknown = line(failed(404, "not_found_error: no such model"));

for (const [what, lines, reason] of [
  ["an overload", [well, overloaded, overloaded], /^anthropic: 529 overloaded_error: later, 2 times$/],
  ["one before a list of models, which is no answer", [overloaded, line({ asks: false, status: 200 })], /: 529/],
  ["a bill", [line(failed(400, "invalid_request_error: Your credit balance is too low to access"))], /credit balance/],
  ["a key that expired", [line(failed(400, "400: API key expired. Please renew the API key."))], /API key/],
  ["a host that is not there", [line({ failure: "ECONNREFUSED", by: "provider" })], /^anthropic: ECONNREFUSED$/],
  ["two minutes of silence", [line({ seconds: 130 })], /^anthropic: no answer within 130 s$/],
  ["a model that is not known", [unknown], /no such model/],
  ["an overload in a stream", [line(failed(200, "overloaded_error: in the stream"))], /in the stream/],
] as const) {
  test(`A provider that cannot go on is nobody's failure: ${what}.`, () => {
    const trouble = troubleIn(lines, "m");
    assert.match(trouble?.reason ?? "", reason);
    assert.equal(trouble?.isOwn, false);
  });
}

for (const [what, lines] of [
  ["nothing was asked", []],
  ["it was answered again", [overloaded, well]],
  ["the question was wrong", [line(failed(400, "invalid_request_error: no such field"))]],
  ["the words of a bill are the question's", [line(failed(400, "invalid: model x: your credit balance is too low"))]],
  ["it was too long", [line(failed(200, "context_length_exceeded: too much"))]],
  ["the client left", [line({ failure: "the client left", by: "client", seconds: 3 })]],
  ["the whole was wanted at once and took its time", [line({ streams: false, seconds: 130 })]],
  ["a model was refused after one that answered", [well, unknown]],
  ["another model was refused than was given", [line({ ...failed(404, "no such model"), model: "other" })]],
] as const satisfies readonly (readonly [string, readonly Line[]])[]) {
  test(`There is no trouble where ${what}.`, () => {
    assert.equal(troubleIn(lines, "m"), undefined);
  });
}

const many = (count: number, everySeconds: number, more: Partial<Passed> = {}) =>
  Array.from({ length: count }, (_, at) => line({ status: 200, ...more }, at * everySeconds));
const tooMany = (second: number) => line(failed(429, "rate_limit_error: slow down"), second);

for (const [what, lines, isOwn] of [
  ["as fast as a patient agent asks", [...many(300, 1), tooMany(300)], false],
  ["121 times within a minute", [...many(120, 0.4), tooMany(50)], true],
  ["as often in more than a minute", [...many(120, 0.5), tooMany(61)], false],
  ["so fast some time before", [...many(200, 0.1), tooMany(900)], true],
  ["with more than a provider reads in a minute", [...many(5, 5, { requestBytes: 16 * 1024 ** 2 }), tooMany(30)], true],
] as const) {
  test(`Who asked ${what} and is refused ${isOwn ? "brought it about" : "has an excuse"}.`, () => {
    const trouble = troubleIn(lines, "m");
    assert.equal(trouble?.isOwn, isOwn);
    assert.match(
      trouble?.reason ?? "",
      isOwn ? /429 .*, after more than \d+ (requests|bytes) within a minute$/ : /429/,
    );
  });
}

test("Whose key is refused did not bring that about by asking often.", () => {
  assert.equal(troubleIn([...many(300, 0.1), refused])?.isOwn, false);
});

test("A key that was refused three times in a row will not be taken any more; an overload passes.", () => {
  assert.ok(!isHopeless([refused, refused]) && isHopeless([well, refused, refused, refused]));
  assert.ok(!isHopeless([refused, overloaded, refused, refused]));
});
