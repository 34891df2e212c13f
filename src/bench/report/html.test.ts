import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { html } from "./html.ts";
import { readable, tagsOf } from "./testing/markup.ts";
import { visible } from "./visible.ts";

const nasty = fc.oneof(
  fc.string({ unit: "binary" }),
  fc
    .array(
      fc.constantFrom(
        "<",
        ">",
        '"',
        "'",
        "&",
        "`",
        "</script>",
        "<!--",
        "]]>",
        "\0",
        "\u202e",
        "&lt;",
        "onload=x",
        "<img src=x>",
      ),
    )
    .map((parts) => parts.join("")),
);

test("Whatever is put in, only the tags of the source are tags, and a reader sees all of it.", () => {
  fc.assert(
    fc.property(nasty, nasty, (inText, inAttribute) => {
      const { markup } = html`<p title="${inAttribute}">${inText}</p>`;
      const [tag, ...others] = tagsOf(markup);
      assert.deepEqual(others, []);
      assert.equal(tag?.name, "p");
      assert.deepEqual(Object.keys(tag?.attributes ?? {}), ["title"]);
      assert.equal(readable(markup), visible(inText));
      assert.equal(readable(tag?.attributes.title ?? ""), visible(inAttribute));
    }),
  );
});

test("What only looks like markup that was made here is escaped like everything else.", () => {
  const pretender = JSON.parse('{"markup":"<script>alert(1)</script>"}');
  assert.doesNotMatch(html`<p>${pretender}</p>`.markup, /<script>/);
});

test("Lists are put one after another, and nothing is put for what is missing.", () => {
  assert.equal(html`<ul>${["a", html`<li>${1}</li>`, undefined, false]}</ul>`.markup, "<ul>a<li>1</li></ul>");
});
