import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { hole, Patterns, searchOf } from "./patterns.ts";

const shape = (text: string) => {
  const patterns = new Patterns();
  const { pattern } = patterns.of(text);
  return [...patterns.entries()].find(([, id]) => id === pattern)?.[0].replaceAll(hole, "<*>");
};

test("Words with digits are values; what stays is the pattern.", () => {
  assert.equal(shape("GET /cart/42 took 3.5ms (id=ab12, ok)"), "GET <*> took <*> (id=<*>, ok)");
  const patterns = new Patterns();
  const [a, b] = [patterns.of("user 1 came"), patterns.of("user 22 came")];
  assert.deepEqual([a.pattern, a.variables, a.isOpen], [b.pattern, "1", false]);
  assert.notEqual(patterns.of("user 1 left").pattern, a.pattern);
});

test("A text longer than a pattern is open, and so is one that holds the sign for a hole.", () => {
  assert.equal(new Patterns().of("x ".repeat(2000)).isOpen, true);
  assert.equal(new Patterns().of(`a ${hole}`).isOpen, true);
});

/** Decides as the query on logs does. */
function finds(text: string, wanted: string): boolean {
  const patterns = new Patterns();
  const { pattern, variables, isOpen } = patterns.of(text);
  const of = [...patterns.entries()].find(([, id]) => id === pattern)?.[0].toLowerCase() ?? "";
  const [term, body] = [wanted.toLowerCase(), text.toLowerCase()];
  const { isWord, mayMatch } = searchOf(wanted);
  if (of.includes(term)) return true;
  if (isWord) return variables.includes(term) || (isOpen && body.includes(term));
  return (isOpen || new RegExp(mayMatch, "i").test(of)) && body.includes(term);
}

test("A search by patterns finds exactly what a search in the text finds.", () => {
  const piece = fc.constantFrom(
    "a",
    "B",
    "1",
    "x9",
    " ",
    "=",
    "(",
    ")",
    ".",
    "-",
    ":",
    "[",
    "\\",
    "*",
    "$",
    "|",
    '"',
    "/",
  );
  const text = fc.array(piece, { maxLength: 14 }).map((pieces) => pieces.join(""));
  const term = fc.array(piece, { minLength: 1, maxLength: 4 }).map((pieces) => pieces.join(""));
  fc.assert(
    fc.property(text, term, fc.nat(), (body, other, at) => {
      // Half of the terms are parts of the text, or hardly any would be found.
      const part = body.slice(at % (body.length + 1), (at % (body.length + 1)) + 1 + (at % 5));
      for (const wanted of [other, part].filter((each) => each !== "")) {
        assert.equal(finds(body, wanted), body.toLowerCase().includes(wanted.toLowerCase()), `${wanted} in ${body}`);
      }
    }),
    { numRuns: 3000 },
  );
});
