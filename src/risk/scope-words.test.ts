import assert from "node:assert/strict";
import { test } from "node:test";
import { scopeWordIn } from "./scope-words.ts";

const expected: Readonly<Record<string, string | undefined>> = {
  prod: "production",
  "shop-prod": "production",
  "prod-eu-1": "production",
  PROD01: "production",
  shopProd: "production",
  "arn:aws:eks:eu:1:cluster/shop_production": "production",
  "live.example": "production",
  prd: "production",
  nonprod: "staging",
  "non-prod": "staging",
  not_production: "staging",
  preprod: "staging",
  "pre-prod": "staging",
  pre_production: "staging",
  staging: "staging",
  "stg-2": "staging",
  uat: "staging",
  "shop-dev": "development",
  test: "development",
  "ci-4711": "development",
  e2e: "development",
  "product-catalog": undefined,
  production2go: undefined,
  devops: undefined,
  latest: undefined,
  reproduction: undefined,
  delivery: undefined,
  contest: undefined,
  "kube-system": undefined,
  default: undefined,
  "123456789012": undefined,
  "": undefined,
};

for (const [name, scope] of Object.entries(expected)) {
  test(`"${name}" is ${scope ?? "no place that is known"}.`, () => {
    assert.equal(scopeWordIn(name)?.class, scope);
  });
}

test("Of several words the most serious counts.", () => {
  assert.deepEqual(scopeWordIn("dev-tools-prod"), { class: "production", word: "prod" });
  assert.deepEqual(scopeWordIn("test.staging"), { class: "staging", word: "staging" });
});

test("A project's own words count beside the usual ones.", () => {
  const extra = { production: ["blue"] };
  assert.equal(scopeWordIn("shop-blue", extra)?.class, "production");
  assert.equal(scopeWordIn("shop-bluebird", extra), undefined);
  assert.equal(scopeWordIn("shop-dev", extra)?.class, "development");
});
