import assert from "node:assert/strict";
import { test } from "node:test";
import type { Level } from "../../../evidence/index.ts";
import type { Detector, Operation } from "../../model.ts";

type Input = Operation | Promise<Operation>;

interface Expected {
  readonly level?: Level;
  /** Part of the field that is named. */
  readonly field?: string;
  readonly count?: number;
}

/** One test for each case: what a detector must find, and the near misses it must not. */
export function detects(
  detector: Detector,
  cases: {
    readonly finds: Readonly<Record<string, Input | readonly [Input, Expected]>>;
    readonly ignores: Readonly<Record<string, Input>>;
  },
): void {
  for (const [title, given] of Object.entries(cases.finds)) {
    test(`${detector.tag} finds ${title}.`, async () => {
      const [input, expected] = Array.isArray(given) ? (given as [Input, Expected]) : [given as Input, {}];
      const findings = detector.detect(await input);
      assert.notEqual(findings.length, 0, "nothing was found");
      const [first] = findings;
      if (expected.count !== undefined) assert.equal(findings.length, expected.count);
      if (expected.level !== undefined) assert.equal(first?.level ?? detector.level, expected.level);
      if (expected.field !== undefined)
        assert.ok(first?.field.includes(expected.field), `the field is ${first?.field}`);
    });
  }
  for (const [title, input] of Object.entries(cases.ignores)) {
    test(`${detector.tag} ignores ${title}.`, async () => {
      assert.deepEqual(detector.detect(await input), []);
    });
  }
}
