import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { deflateRawSync } from "node:zlib";
import { comparison } from "./comparison.ts";
import { headline } from "./headline.ts";
import { Html, html } from "./html.ts";
import { leaderboard } from "./leaderboard.ts";
import { limits } from "./limits.ts";
import { matrix, type Placed } from "./matrix.ts";
import type { ReportedRun } from "./model.ts";
import { tasks } from "./tasks.ts";
import { headOf, trialOf } from "./trial/index.ts";
import { verdicts } from "./verdict.ts";
import { shortened } from "./visible.ts";
import { isTold, working } from "./working.ts";

/** With more than that, trials are packed and unpacked when somebody opens them: a browser shows all at once no longer. */
const mostAtOnce = 500_000;

/** One file with everything in it, the same for the same run. */
export function pageOf(run: ReportedRun): string {
  const placed = run.trials.map((trial, at) => ({ trial, id: `t${at + 1}` }));
  const style = ["base", "tables", "comparison", "trials", "trial", "media"]
    .map((name) => looks(`${name}.css`))
    .join("");
  const script = looks("script.js");
  // Nothing is fetched, and only these two run: should a text ever slip through as markup, it can do nothing.
  const own = `style-src ${hashOf(style)}; script-src ${hashOf(script)}`;
  const policy = `default-src 'none'; ${own}; base-uri 'none'; form-action 'none'`;
  const isRanked = run.standings.length > 0;
  const isCompared = run.comparisons.length > 0;
  const places = new Map(placed.map(({ trial, id }) => [trial.name, id]));
  const parts = [
    ...(isRanked ? ["Leaderboard"] : []),
    ...(isCompared ? ["Comparison"] : []),
    ...["Matrix", "Tasks", ...(isTold(run) ? ["Working"] : []), "Trials"],
  ];
  const body = html`${headline(run)}
<nav aria-label="Parts of this page">${parts.map((part) => html`<a href="#${part.toLowerCase()}">${part}</a>`)}</nav>
<main>${isRanked && leaderboard(run)}${isCompared && comparison(run, places)}
${matrix(run, placed)}
${tasks(run.trials)}${isTold(run) && working(run)}
${trialList(placed)}</main>`;
  const page = html`<!doctype html>
<html lang="en"><head><meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${new Html(policy)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer"><meta name="color-scheme" content="light dark">
<title>${shortened(run.name, 120)} – Airworthy bench</title>
<style>${new Html(style)}</style></head>
<body>${body}
<script>${new Html(script)}</script></body></html>
`;
  return page.markup;
}

function trialList(placed: readonly Placed[]): Html {
  const written = withinLimits(placed);
  const isPacked = written.reduce((sum, { content }) => sum + content.markup.length, 0) > mostAtOnce;
  const items = written.map(({ trial, id, content }) => {
    const inside = isPacked
      ? html`<div class="content" data-packed="${new Html(deflateRawSync(content.markup).toString("base64"))}"></div>`
      : html`<div class="content">${content}</div>`;
    return html`<details class="trial" id="${id}" data-verdict="${trial.verdict}"><summary>${headOf(trial)}</summary>${inside}</details>\n`;
  });
  const filters = verdicts.map(
    (verdict) => html`<label><input type="checkbox" name="verdict" value="${verdict}" checked> ${verdict}</label>`,
  );
  return html`<section id="trials"><h2>Trials</h2>
<form class="filter" hidden>
<label>Filter <input type="search" name="words" placeholder="task, agent, seed, reason" autocomplete="off"></label>
${filters}<output class="shown" aria-live="polite"></output></form>
${isPacked && html`<noscript><p class="left-out">What is inside the trials is packed and needs scripts to be shown.</p></noscript>`}
${items}</section>`;
}

/** What does not fit is not shown half: its line stays, with where to look. */
function withinLimits(placed: readonly Placed[]): (Placed & { content: Html })[] {
  let room: number = limits.trials;
  return placed.map(({ trial, id }) => {
    const content = trialOf(trial, id);
    room -= content.markup.length;
    const instead = html`<p class="left-out">This page is full. The trial is in the files of the run: <code>${trial.name}</code></p>`;
    return { trial, id, content: room < 0 ? instead : content };
  });
}

/** With the line ends that a browser makes of all others before it takes the digest. */
function looks(name: string): string {
  return readFileSync(new URL(`looks/${name}`, import.meta.url), "utf8").replaceAll("\r\n", "\n");
}

function hashOf(text: string): string {
  return `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
}
