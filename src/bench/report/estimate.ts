import type { Estimate } from "../../statistics/index.ts";
import { percent } from "./format.ts";
import { type Html, html } from "./html.ts";

const quarters = [0, 25, 50, 75, 100];

/** The scale above a column of estimates. */
export function scale(): Html {
  const ticks = quarters.map((at) => html`<text x="${12 + at * 2}" y="10">${at}</text>`);
  return html`<svg class="scale" viewBox="0 0 224 12" aria-hidden="true">${ticks}</svg>`;
}

/** A share with its interval. */
export function bar({ mean, low, high }: Estimate): Html {
  const x = (share: number) => (12 + share * 200).toFixed(1);
  const words = `${percent(mean)} %, between ${percent(low)} % and ${percent(high)} %`;
  const grid = quarters.map((at) => html`<line class="grid" x1="${12 + at * 2}" x2="${12 + at * 2}" y1="0" y2="20"/>`);
  return html`<svg class="estimate" viewBox="0 0 224 20" role="img" aria-label="${words}">${grid}
<line class="spread" x1="${x(low)}" x2="${x(high)}" y1="10" y2="10"/><circle cx="${x(mean)}" cy="10" r="4.5"/></svg>`;
}

export function withRange({ mean, low, high }: Estimate): Html {
  return html`${percent(mean)}<span class="range"> ${percent(low)}–${percent(high)}</span>`;
}
