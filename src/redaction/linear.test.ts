import assert from "node:assert/strict";
import { test } from "node:test";
import { createRedactor } from "./index.ts";

const redactor = createRedactor(Buffer.alloc(32, 7));
const filled = (unit: string, size = 400_000) => unit.repeat(Math.ceil(size / unit.length));

/**
 * Each makes some form begin at every place and never end. Were any of them looked at once for each place, they would
 * take hours; there is no time limit here because a slow machine is no fault.
 */
const hostile: readonly string[] = [
  ..."a\"'{[\\ \n#@",
  ...["password=", "key=", "/token:", "eyJ", " eyJ", "-----BEGIN PRIVATE KEY-----", "://", "a://b:c", "a://b:c/d@ "],
  ...['password="', 'password=\\"', "- ", "- \n", "a:", "a: ", "a:\n", "a: |\n", ' a: "\n', "a: '\n  ", '{"', "{ a: "],
  ...["$1$a", "authorization:", "bearer ", "login a ", "sk-", "QUJD", "password=a,b", "pass", "a: &a *a\n", "\\u0041"],
].map((unit) => filled(unit));

const large: readonly string[] = [
  ...["eyJ", "a: '\n  ", '{"', "password="].map((unit) => filled(unit, 5_000_000)),
  `kind: Secret\ndata:\n${Array.from({ length: 200_000 }, (_, at) => `  k${at}: aaaaaaA1${at}\n`).join("")}`,
  Array.from({ length: 3000 }, (_, at) => `${" ".repeat(at)}a:\n`).join(""),
];

for (const [name, texts] of Object.entries({ Many: hostile, "Five million": large })) {
  test(`${name} characters made to be slow are read once, not once for each of them.`, () => {
    for (const text of texts) {
      const bytes = Buffer.from(text, "latin1");
      const { value, redacted } = redactor.document({ name: "hostile", bytes });
      if (redacted.length === 0) assert.equal(value, bytes);
    }
  });
}

test("Twenty thousand words of a command are read once each.", () => {
  for (const words of [
    ["env", ...Array.from({ length: 20_000 }, () => "-x")],
    ["docker", "exec", ...Array.from({ length: 20_000 }, () => "mysql")],
    ["ssh", "host", ...Array.from({ length: 20_000 }, () => "a b")],
    ["sh", "-c", "a;".repeat(20_000)],
    ["sh", "-c", "mysql ".repeat(20_000)],
  ]) {
    assert.deepEqual(redactor.command(words), { value: words, redacted: [] });
  }
});
