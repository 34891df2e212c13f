import { type Html, html, type Piece } from "./html.ts";

/** `aside`: said to those who cannot see the column. */
type Column = string | { readonly title: Piece; readonly is: "number" | "interval" | "aside" };

export function figures(title: string): Column {
  return { title, is: "number" };
}

/** May be wider than the screen: it scrolls by itself, also by keyboard. */
export function table(name: string, label: string, columns: readonly Column[], rows: readonly Html[]): Html {
  return wide(
    label,
    html`<table class="${name}"><thead><tr>${columns.map(heading)}</tr></thead><tbody>${rows}</tbody></table>`,
  );
}

export function wide(label: string, content: Html): Html {
  return html`<div class="wide" role="region" aria-label="${label}" tabindex="0">${content}</div>`;
}

function heading(column: Column): Html {
  if (typeof column === "string") return html`<th scope="col">${column}</th>`;
  const { title, is } = column;
  if (is === "aside") return html`<th scope="col"><span class="aside">${title}</span></th>`;
  return html`<th scope="col" class="${is}">${title}</th>`;
}

export function figure(text: Piece, extra = ""): Html {
  return html`<td class="number${extra !== "" && ` ${extra}`}">${text}</td>`;
}
