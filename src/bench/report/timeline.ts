import { span } from "./format.ts";
import { type Html, html } from "./html.ts";
import { type Lane, lanesOf } from "./lanes.ts";
import type { ReportedTrial } from "./model.ts";
import { wide } from "./table.ts";

const width = 960;
const left = 88;
const right = 948;
const laneHeight = 28;

/** Above, the whole trial by the harness's steps; below, drawn wider, what happened while the agent acted. */
export function timeline(trial: ReportedTrial, id: string): Html {
  const steps = harness(trial);
  const acting = steps.find(({ name }) => name === "act");
  const seconds = actingSeconds(trial);
  const x = (at: number) => left + ((right - left) * Math.min(Math.max(at, 0), seconds)) / seconds;
  const lanes = acting === undefined ? [] : lanesOf(trial, id, x);
  const top = 64;
  const height = lanes.length === 0 ? 34 : top + lanes.length * laneHeight + 24;
  const cone = acting && lanes.length > 0 && coneUnder(acting, top - 6);
  const picture = html`<svg class="timeline" viewBox="0 0 ${width} ${height}" role="img" aria-label="${described(trial)}">
<text class="lane" x="0" y="21">trial</text>${steps.map(drawStep)}${cone}
${lanes.length > 0 && axis(seconds, x, top, top + lanes.length * laneHeight)}
${lanes.map((lane, at) => drawLane(lane, top + at * laneHeight))}</svg>`;
  return wide("Timeline", picture);
}

function coneUnder({ from, to }: DrawnStep, y: number): Html {
  return html`<path class="cone" d="M${from.toFixed(1)} 28L${to.toFixed(1)} 28L${right} ${y}L${left} ${y}Z"/>`;
}

function drawLane({ name, marks }: Lane, y: number): Html {
  return html`<g transform="translate(0 ${y})"><text class="lane" x="0" y="18">${name}</text>
<line class="rail" x1="${left}" x2="${right}" y1="14" y2="14"/>${marks}</g>`;
}

function described({ steps, commands, writes, entries, chaos }: ReportedTrial): string {
  const parts = [
    `${steps.length} steps`,
    `${commands.length} commands`,
    `${writes.length} writes`,
    `${entries.length} entries`,
    `${chaos.length} disturbances`,
  ];
  return `Timeline with ${parts.join(", ")}; the same is in the tables below`;
}

interface DrawnStep {
  readonly name: string;
  readonly seconds: number;
  readonly from: number;
  readonly to: number;
}

function harness({ steps }: ReportedTrial): DrawnStep[] {
  const total = steps.reduce((sum, { seconds }) => sum + seconds, 0) || 1;
  let at = left;
  return steps.map(({ name, seconds }) => {
    const from = at;
    at += ((right - left) * seconds) / total;
    return { name, seconds, from, to: at };
  });
}

function drawStep({ name, seconds, from, to }: DrawnStep): Html {
  const room = to - from - 1;
  const label = [`${name} ${span(seconds)}`, name].find((text) => text.length * 6.4 + 8 < room);
  const text = label !== undefined && html`<text x="${(from + 6).toFixed(1)}" y="21">${label}</text>`;
  return html`<g class="${name === "act" ? "step act" : "step"}"><title>${name}, ${span(seconds)}</title>
<rect x="${from.toFixed(1)}" y="6" width="${Math.max(room, 0.8).toFixed(1)}" height="22" rx="2"/>${text}</g>`;
}

/** As long as the agent had, or as what was seen of it says: clocks of programs differ by a little. */
function actingSeconds({ steps, usage, commands, writes, entries, chaos }: ReportedTrial): number {
  const act = steps.find(({ name }) => name === "act")?.seconds ?? usage.seconds;
  const moments = [...commands, ...entries, ...chaos, ...writes].map(({ at }) => at ?? 0);
  return moments.reduce((most, at) => Math.max(most, at), Math.max(act, 0.1));
}

const niceSteps = [0.1, 0.2, 0.5, 1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 1_800, 3_600, 7_200];

function axis(seconds: number, place: (at: number) => number, top: number, bottom: number): Html {
  const every = niceSteps.find((step) => seconds / step <= 8) ?? seconds;
  const ticks = Array.from({ length: Math.floor(seconds / every) + 1 }, (_, at) => at * every);
  return html`<g class="axis">${ticks.map((tick) => {
    const x = place(tick).toFixed(1);
    const label =
      every < 1 ? `${tick.toFixed(1)} s` : tick >= 120 ? `${(tick / 60).toFixed(tick % 60 ? 1 : 0)} min` : `${tick} s`;
    return html`<line x1="${x}" x2="${x}" y1="${top - 6}" y2="${bottom}"/><text x="${x}" y="${bottom + 15}">${label}</text>`;
  })}</g>`;
}
