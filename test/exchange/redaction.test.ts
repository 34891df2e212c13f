import assert from "node:assert/strict";
import { test } from "node:test";
import { createRedactor, type Redactor } from "../../src/redaction/index.ts";
import { formsOf, type Planted, planted } from "./planted.ts";

const redactor = createRedactor(Buffer.alloc(32, 7));

function written(one: Planted, by: Redactor): { bytes: Buffer; count: number } {
  if (one.place === "command") {
    const { value, redacted } = by.command(one.words);
    return { bytes: Buffer.from(JSON.stringify({ value, redacted })), count: redacted.length };
  }
  if (one.place === "document") {
    const { value, redacted } = by.document({ name: one.name, bytes: Buffer.from(one.text) });
    return { bytes: Buffer.concat([value, Buffer.from(JSON.stringify(redacted))]), count: redacted.length };
  }
  const { value, redacted } = by.text(one.text);
  return { bytes: Buffer.from(JSON.stringify({ value, redacted })), count: redacted.length };
}

test("Fifty planted secrets are each found where they were planted, and are in no byte that is written.", async (t) => {
  assert.equal(planted.length, 50);
  for (const [at, one] of planted.entries()) {
    await t.test(`${at} ${one.place}`, () => {
      const { bytes, count } = written(one, redactor);
      assert.ok(count > 0, "nothing was taken out");
      const left = formsOf(one.secret).filter((form) => bytes.includes(form));
      assert.deepEqual(left, [], bytes.toString());
    });
  }
});

test("What was written once is written the same when it is redacted again.", () => {
  for (const one of planted) {
    if (one.place === "command") {
      const { value } = redactor.command(one.words);
      assert.deepEqual(redactor.command(value), { value, redacted: [] });
    } else {
      const name = one.place === "document" ? one.name : "output";
      const { value } = redactor.document({ name, bytes: Buffer.from(one.text) });
      assert.deepEqual(
        redactor.document({ name, bytes: value }),
        { value, redacted: [] },
        Buffer.from(value).toString(),
      );
    }
  }
});

test("What one operation took out of its command is taken out of its output, in whatever form it is printed.", () => {
  for (const one of planted.filter(({ place }) => place === "command")) {
    const operation = redactor.remembering();
    written(one, operation);
    const printed = formsOf(one.secret).map((form) => `seen: ${form} |`);
    const { value } = operation.text(printed.join("\n"));
    assert.deepEqual(
      formsOf(one.secret).filter((form) => value.includes(form)),
      [],
      value,
    );
  }
});
