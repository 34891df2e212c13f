import { shortened, visible } from "./visible.ts";

/** Markup that may go into the page. Nothing that was read from a file is ever one: all else is escaped. */
export class Html {
  readonly markup: string;

  constructor(markup: string) {
    this.markup = markup;
  }
}

export type Piece = Html | string | number | undefined | false | readonly Piece[];

/** The only way to make markup: what is written in the source stays, what is put in is escaped. */
export function html(parts: TemplateStringsArray, ...pieces: readonly Piece[]): Html {
  return new Html(parts.map((part, at) => part + (at < pieces.length ? markupOf(pieces[at]) : "")).join(""));
}

function markupOf(piece: Piece): string {
  if (piece === undefined || piece === false) return "";
  if (piece instanceof Html) return piece.markup;
  if (Array.isArray(piece)) return piece.map(markupOf).join("");
  return escaped(shortened(String(piece), longest));
}

/** No single text is longer, whoever forgot to shorten it. */
const longest = 16_000;

/** Quotes too, so that the same holds inside an attribute. */
function escaped(text: string): string {
  return visible(text).replace(/[&<>"'`]/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
