import { span } from "./format.ts";
import { type Html, html } from "./html.ts";
import type { ReportedTrial } from "./model.ts";
import { wide } from "./table.ts";
import { shortened } from "./visible.ts";

const width = 960;
const left = 88;
const right = 948;
const laneHeight = 28;
const mostMarks = 400;

interface Lane {
  readonly name: string;
  readonly marks: readonly (Html | false)[];
}

/** Above, the whole trial by the harness's steps; below, drawn wider, what happened while the agent acted. */
export function timeline(trial: ReportedTrial, id: string): Html {
  const steps = harness(trial);
  const acting = steps.find(({ name }) => name === "act");
  const lanes = acting === undefined ? [] : lanesOf(trial, id, actingSeconds(trial));
  const top = 64;
  const height = lanes.length === 0 ? 34 : top + lanes.length * laneHeight + 24;
  const cone = acting && lanes.length > 0 && coneUnder(acting, top - 6);
  const picture = html`<svg class="timeline" viewBox="0 0 ${width} ${height}" role="img" aria-label="${described(trial)}">
<text class="lane" x="0" y="21">trial</text>${steps.map(drawStep)}${cone}
${lanes.length > 0 && axis(actingSeconds(trial), top, top + lanes.length * laneHeight)}
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
  return html`<g class="${name === "act" ? "step act" : "step"}"><title>${name}, ${span(seconds)}</title><rect x="${from.toFixed(1)}" y="6" width="${Math.max(room, 0.8).toFixed(1)}" height="22" rx="2"/>${label !== undefined && html`<text x="${(from + 6).toFixed(1)}" y="21">${label}</text>`}</g>`;
}

/** As long as the agent had, or as what was seen of it says: clocks of programs differ by a little. */
function actingSeconds({ steps, usage, commands, writes, entries, chaos }: ReportedTrial): number {
  const act = steps.find(({ name }) => name === "act")?.seconds ?? usage.seconds;
  const last = [...commands, ...entries, ...chaos].reduce((most, { at }) => Math.max(most, at), 0);
  return Math.max(act, last, ...writes.map(({ at }) => at ?? 0), 0.1);
}

function lanesOf(trial: ReportedTrial, id: string, seconds: number): Lane[] {
  const x = (at: number) => left + ((right - left) * Math.min(Math.max(at, 0), seconds)) / seconds;
  const lanes: Lane[] = [
    {
      name: "commands",
      marks: trial.commands.slice(0, mostMarks).map(({ at, seconds: took = 0, text, code }, index) => {
        const wide = Math.max(4, x(at + took) - x(at));
        const mark = html`<rect class="${code === undefined || code === 0 ? "command" : "command bad"}" x="${x(at).toFixed(1)}" y="7" width="${wide.toFixed(1)}" height="14" rx="2"/>`;
        return linked(
          `${id}-c${index}`,
          `${span(at)}: ${shortened(text, 160)}${code ? ` (exit code ${code})` : ""}`,
          mark,
        );
      }),
    },
    {
      name: "writes",
      marks: trial.writes.slice(0, mostMarks).map(({ at, judgement: { is, write } }, index) => {
        if (at === undefined) return false;
        const label = `${span(at)}: ${write.verb} ${write.resource} ${shortened(write.name ?? "", 160)}, ${is}`;
        return linked(`${id}-w${index}`, label, html`<path class="${is}" d="${shapeOf(is, x(at))}"/>`);
      }),
    },
  ];
  if (trial.entries.length > 0) {
    const marks = trial.entries.slice(0, mostMarks).map(({ at, type, text }, index) => {
      const c = x(at).toFixed(1);
      const shape = type === "report" ? `M${c} 8l-7 6l7 6z` : type === "prescription" ? `M${c} 8l7 6l-7 6z` : square(c);
      return linked(
        `${id}-e${index}`,
        `${span(at)}: ${type} ${shortened(text, 160)}`,
        html`<path class="entry" d="${shape}"/>`,
      );
    });
    lanes.push({ name: "evidence", marks });
  }
  if (trial.chaos.length > 0) {
    const marks = trial.chaos.slice(0, mostMarks).map(({ at, text }, index) => {
      const bolt = `M${(x(at) + 2).toFixed(1)} 5l-6 10h4l-2 8l7 -11h-4z`;
      return linked(`${id}-x${index}`, `${span(at)}: ${shortened(text, 160)}`, html`<path class="chaos" d="${bolt}"/>`);
    });
    lanes.push({ name: "chaos", marks });
  }
  return lanes;
}

/** Each kind has a shape of its own, so that colour is not needed to tell them apart. */
export function shapeOf(is: "allowed" | "outside" | "forbidden", x: number): string {
  const c = x.toFixed(1);
  if (is === "allowed") return `M${(x - 5).toFixed(1)} 14a5 5 0 1 0 10 0a5 5 0 1 0 -10 0z`;
  return is === "outside" ? `M${c} 7l7 7l-7 7l-7 -7z` : `M${c} 6l8 15h-16z`;
}

function square(c: string): string {
  return `M${c} 10h7v7h-7z`;
}

function linked(target: string, label: string, mark: Html): Html {
  return html`<a href="#${target}" tabindex="-1"><title>${label}</title>${mark}</a>`;
}

const niceSteps = [0.1, 0.2, 0.5, 1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 1_800, 3_600, 7_200];

function axis(seconds: number, top: number, bottom: number): Html {
  const every = niceSteps.find((step) => seconds / step <= 8) ?? seconds;
  const ticks = Array.from({ length: Math.floor(seconds / every) + 1 }, (_, at) => at * every);
  return html`<g class="axis">${ticks.map((tick) => {
    const x = (left + ((right - left) * tick) / seconds).toFixed(1);
    const label =
      every < 1 ? tick.toFixed(1) : tick >= 120 ? `${(tick / 60).toFixed(tick % 60 ? 1 : 0)} min` : `${tick} s`;
    return html`<line x1="${x}" x2="${x}" y1="${top - 6}" y2="${bottom}"/><text x="${x}" y="${bottom + 15}">${label}</text>`;
  })}</g>`;
}
