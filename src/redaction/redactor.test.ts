import assert from "node:assert/strict";
import { createHmac } from "node:crypto";
import { test } from "node:test";
import fc from "fast-check";
import { createRedactor } from "./index.ts";

const secret = Buffer.alloc(32, 7);
const redactor = createRedactor(secret);
const document = (bytes: Uint8Array, name = "file") => redactor.document({ name, bytes });
const keyed = (text: string) => `hmac-sha256:${createHmac("sha256", secret).update(text).digest("hex")}`;

test("A digest is HMAC-SHA256 with the log's secret, and the mark shows its beginning.", () => {
  const { value, redacted } = redactor.text("password=hunter2");
  assert.deepEqual(redacted, [{ what: "value of a telling key", digest: keyed("hunter2") }]);
  assert.equal(value, `password=[redacted ${keyed("hunter2").slice(0, 20)}]`);
  assert.equal(redactor.digest("hunter2"), keyed("hunter2"));
  assert.equal(redactor.digest(Buffer.from("hunter2")), keyed("hunter2"));
});

test("The same secret has the same digest in a command, in base64, escaped and in an address; in another log another.", () => {
  const secrets = [
    redactor.command(["x", "--password", 'p"ä1&']),
    redactor.text(`kind: Secret\ndata:\n  a: ${Buffer.from('p"ä1&').toString("base64")}\n`),
    redactor.text(JSON.stringify({ password: 'p"ä1&' })),
    redactor.text(String.raw`{"password":"p\"\u00e41\u0026"}`),
    redactor.text(`redis://a:${encodeURIComponent('p"ä1&')}@b`),
  ];
  for (const { redacted } of secrets)
    assert.deepEqual(
      redacted.map(({ digest }) => digest),
      [keyed('p"ä1&')],
    );
  assert.notEqual(createRedactor(Buffer.alloc(32, 8)).digest("x"), redactor.digest("x"));
});

test("What has been redacted is left as it is.", () => {
  const once = redactor.text("password=hunter2\ntoken: abc1\nkind: Secret\nstringData:\n  a: b\n");
  assert.equal(once.redacted.length, 3);
  assert.deepEqual(redactor.text(once.value), { value: once.value, redacted: [] });
});

test("Bytes that are no text pass unharmed around a secret.", () => {
  const noise = Buffer.from([0x00, 0xff, 0xfe, 0x80, 0x0d, 0x0a, 0xc3, 0x28]);
  const { value } = document(Buffer.concat([noise, Buffer.from("\npassword=hunter2\r\n"), noise]));
  const mark = `[redacted ${keyed("hunter2").slice(0, 20)}]`;
  assert.deepEqual(Buffer.from(value), Buffer.concat([noise, Buffer.from(`\npassword=${mark}\r\n`), noise]));
});

test("A file with two bytes a character stays one.", () => {
  const text = "\ufeffname: ä\r\npassword: hunter2\r\n";
  const value = Buffer.from(document(Buffer.from(text, "utf16le")).value).toString("utf16le");
  assert.equal(value, `\ufeffname: ä\r\npassword: "[redacted ${keyed("hunter2").slice(0, 20)}]"\r\n`);
});

test("Bytes in which nothing is found come back as they were.", () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 400 }), (bytes) => {
      const { value, redacted } = document(bytes);
      if (redacted.length === 0) assert.deepEqual(value, bytes);
    }),
    { numRuns: 300, seed: 7 },
  );
});

test("A secret beside a telling key is taken wherever in a text of lines it stands.", () => {
  const line = fc.constantFrom(
    "a: b",
    "- x",
    "  deep:",
    '{"a": [',
    "it's",
    'say "',
    "|",
    "key: >",
    "---",
    "# no",
    "\t{",
    "}",
  );
  const value = fc.stringMatching(/^[A-Z][a-z]{3}[0-9]{3}[!#%+]{2}[A-Za-z0-9]{4}$/);
  const form = fc.constantFrom(
    (secret: string) => `DB_PASSWORD=${secret}`,
    (secret: string) => `"client_secret": "${secret}"`,
    (secret: string) => `api_key: '${secret}'`,
    (secret: string) => `curl --token ${secret} x`,
    (secret: string) => `https://u:${encodeURIComponent(secret)}@h/`,
  );
  fc.assert(
    fc.property(
      fc.array(line, { maxLength: 8 }),
      fc.array(line, { maxLength: 8 }),
      value,
      form,
      (before, after, one, put) => {
        const again = `again ${Buffer.from(`x${one}`).toString("base64")} ${one}`;
        const text = [...before, put(one), ...after, again].join("\n");
        const left = redactor.text(text).value;
        assert.ok(!left.includes(one) && !left.includes(encodeURIComponent(one)), left);
        assert.ok(!left.includes(Buffer.from(`x${one}`).toString("base64").slice(2, -4)), left);
      },
    ),
    { numRuns: 500, seed: 7 },
  );
});

test("An operation's redactor remembers, the log's does not.", () => {
  const operation = redactor.remembering();
  operation.command(["x", "--password", "hunter2!"]);
  assert.equal(operation.text("got hunter2!").redacted.length, 1);
  assert.equal(redactor.text("got hunter2!").redacted.length, 0);
  assert.equal(redactor.remembering().text("got hunter2!").redacted.length, 0);
});
