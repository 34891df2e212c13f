import assert from "node:assert/strict";
import { test } from "node:test";
import { readAnswer } from "./answer.ts";

const cart = { namespace: "shop", kind: "Deployment", name: "cart" };

test("Every published form of an answer is read; what is no cause is left out.", () => {
  const read = (value: object) => readAnswer(JSON.stringify(value)).causes;
  assert.deepEqual(read({ contributing_factors: [{ name: "shop/Deployment/cart", reasoning: "r", evidence: "e" }] }), [
    cart,
  ]);
  assert.deepEqual(
    read({
      entities: [
        { name: "shop/Deployment/cart", contributing_factor: true, evidence: ["a"] },
        { name: "shop/Service/ad", contributing_factor: false, evidence: [] },
      ],
    }),
    [cart],
  );
  assert.deepEqual(read({ root_causes: [{ name: "node-1", kind: "Node" }, cart] }), [
    { namespace: undefined, kind: "Node", name: "node-1" },
    cart,
  ]);
});

test("A name may contain a slash, as operations of services do.", () => {
  const answer = JSON.stringify({ contributing_factors: [{ name: "shop/ServiceOperation/GET /cart", evidence: "" }] });
  assert.equal(readAnswer(answer).causes[0]?.name, "GET /cart");
});

for (const [what, text, message] of [
  ["nothing", "", /expected JSON, found nothing/],
  ["prose", "The cause is cart.", /expected JSON/],
  ["another object", "{}", /expected an object with contributing_factors, entities, root_causes/],
  ["a factor without a name", '{"contributing_factors":[{}]}', /contributing_factors\[0\]\.name/],
  [
    "a bare name",
    '{"contributing_factors":[{"name":"cart","evidence":""}]}',
    /\[0\]\.name: expected namespace\/Kind\/name, found "cart"/,
  ],
] as const) {
  test(`An answer that is ${what} is refused with the reason.`, () => {
    assert.throws(() => readAnswer(text), { code: "BAD_ANSWER", message });
  });
}
