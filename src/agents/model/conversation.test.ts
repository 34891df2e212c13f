import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { Conversation } from "./conversation.ts";

/** A conversation in which each turn called one tool and heard a text of such a length. */
function after(...lengths: readonly number[]): Conversation {
  const conversation = new Conversation("Repair it.");
  for (const [at, length] of lengths.entries()) {
    const call = { type: "tool-call", toolCallId: `c${at}`, toolName: "bash", input: {} } as const;
    const result = { id: `c${at}`, name: "bash", text: "x".repeat(length) };
    conversation.add([{ role: "assistant", content: [call] }], { results: [result] });
  }
  return conversation;
}

const sizeOf = (conversation: Conversation) => JSON.stringify(conversation.messages()).length;
const rolesOf = (conversation: Conversation) => conversation.messages().map(({ role }) => role);

test("Outputs of earlier turns go first, then the middle of all, then whole turns, and at last nothing more.", () => {
  const conversation = after(9_000, 100, 9_000, 9_000, 9_000, 9_000);
  const left = Array.from({ length: 6 }, () => conversation.shorten());
  assert.deepEqual(left, [
    "1 outputs of earlier turns",
    "the middle of 4 outputs",
    "3 earlier turns",
    "1 earlier turns",
    "1 earlier turns",
    undefined,
  ]);
});

test("Whatever is left out, it becomes shorter, each call keeps its result, and the task stays.", () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 12_000 }), { maxLength: 20 }), (lengths) => {
      const conversation = after(...lengths);
      for (let size = sizeOf(conversation); conversation.shorten() !== undefined; size = sizeOf(conversation)) {
        // The note about what was left out takes some room of its own, once.
        assert.ok(sizeOf(conversation) < size + 60, `${sizeOf(conversation)} after ${size}`);
        const roles = rolesOf(conversation);
        assert.equal(roles[0], "user");
        assert.deepEqual(
          roles.slice(1),
          roles.slice(1).map((_, at) => (at % 2 === 0 ? "assistant" : "tool")),
        );
      }
      assert.match(JSON.stringify(conversation.messages()[0]), /Repair it\./);
    }),
  );
});

test("The same conversation is shortened in the same way.", () => {
  const [one, other] = [after(5_000, 5_000, 300, 8_000, 2, 70, 9_000), after(5_000, 5_000, 300, 8_000, 2, 70, 9_000)];
  for (let step = 0; step < 4; step += 1) assert.equal(one.shorten(), other.shorten());
  assert.deepEqual(one.messages(), other.messages());
});
