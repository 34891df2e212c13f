import assert from "node:assert/strict";
import { test } from "node:test";
import { grouped, plain, shortened, visible } from "./visible.ts";

for (const [what, text, shown] of [
  ["a bidi override", "exe.\u202etxt", "exe.⟨U+202E⟩txt"],
  ["a bidi isolate", "\u2066a\u2069", "⟨U+2066⟩a⟨U+2069⟩"],
  ["a zero-width space", "ad\u200bmin", "ad⟨U+200B⟩min"],
  ["letters from the block of tags", "a\u{e0041}", "a⟨U+E0041⟩"],
  ["a selector that hides bytes", "a\u{e0101}\ufe01", "a⟨U+E0101⟩⟨U+FE01⟩"],
  ["a line separator", "a\u2028b", "a⟨U+2028⟩b"],
  ["NUL, escape, delete and a lone carriage return", "\0\x1b\x7f\r", "␀␛␡␍"],
  ["a C1 control", "\x9b31m", "⟨U+009B⟩31m"],
  ["half of a pair", "a\ud800", "a\ufffd"],
] as const) {
  test(`${what} is shown by name.`, () => assert.equal(visible(text), shown));
}

test("Tabs, line ends, letters of all languages and emoji stay what they are.", () => {
  const text = "a\tb\nנקודה é 漢字 ⚠\ufe0f 🚀";
  assert.equal(visible(text), text);
  assert.equal(visible("a\r\nb"), "a\nb");
});

test("Colours, titles and movements for terminals are not shown, the text between them is.", () => {
  assert.equal(plain("\x1b[1;31mError\x1b[0m \x1b]0;title\x07done\x1b[2K"), "Error done");
});

test("A text that is too long keeps its beginning and its end, and says how much is missing.", () => {
  const text = `begin\n${"x".repeat(20_000)}\nend`;
  const short = shortened(text, 1_000);
  assert.match(short, /^begin\n/);
  assert.match(short, /\nend$/);
  assert.match(short, /\n… 19\u202f010 characters left out …\n/);
  assert.ok(short.length < 1_100);
  assert.equal(shortened("short", 5), "short");
});

test("Digits are grouped by three.", () => {
  assert.deepEqual([0, 999, 1_000, 1_234_567].map(grouped), ["0", "999", "1\u202f000", "1\u202f234\u202f567"]);
});
