import assert from "node:assert/strict";
import { test } from "node:test";
import { smell } from "./smell.ts";

const table: readonly (readonly [string, string])[] = [
  ["subprocess.run(['kubectl', '-n', 'x', 'delete', 'pod', 'y'])", "destroy"],
  ['os.system("kubectl apply -f x")', "mutate"],
  ['ku""bectl del\\ete ns x', "destroy"],
  ["/usr/bin/terraform destroy", "destroy"],
  ["DROP TABLE users", "destroy"],
  ["rm -rf /", "destroy"],
  ["kubectl get pods", "unknown"],
  ["print('hello')", "unknown"],
  ["", "unknown"],
];

for (const [text, kind] of table) {
  test(`${JSON.stringify(text)} smells of ${kind}.`, () => assert.equal(smell(text), kind));
}

test("Nothing smells of a look: what is not understood is never harmless.", () => {
  assert.notEqual(smell("kubectl get pods; ls"), "read");
});
