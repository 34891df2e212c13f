import { instant } from "./format.ts";
import { type Html, html } from "./html.ts";
import { limits } from "./limits.ts";
import type { Moment, ReportedCommand, ReportedTrial } from "./model.ts";
import { shortened } from "./visible.ts";

export interface Lane {
  readonly name: string;
  readonly marks: readonly Html[];
}

type Place = (seconds: number) => number;

/** What happened while the agent acted, by kind. Each mark leads to its row below, so there are as many as rows. */
export function lanesOf(trial: ReportedTrial, id: string, x: Place): Lane[] {
  const { commands, writes, entries, chaos } = trial;
  const lanes = [
    {
      name: "commands",
      marks: commands
        .slice(0, limits.commands)
        .map((command, at) => linked(`${id}-c${at}`, ...commandMark(command, x))),
    },
    {
      name: "writes",
      marks: writes.slice(0, limits.writes).flatMap(({ at, judgement: { is, write } }, index) => {
        if (at === undefined) return [];
        const label = `${instant(at)}: ${write.verb} ${write.resource} ${shortened(write.name ?? "", 160)}, ${is}`;
        return [linked(`${id}-w${index}`, label, html`<path class="${is}" d="${shapeOf(is, x(at))}"/>`)];
      }),
    },
    {
      name: "evidence",
      marks: entries.slice(0, limits.entries).map((entry, index) => {
        const mark = html`<path class="entry" d="${entryShape(entry.type, x(entry.at))}"/>`;
        return linked(`${id}-e${index}`, labelOf(entry, `${entry.type} `), mark);
      }),
    },
    {
      name: "chaos",
      marks: chaos.slice(0, limits.entries).map((disturbance, index) => {
        const bolt = `M${(x(disturbance.at) + 2).toFixed(1)} 5l-6 10h4l-2 8l7 -11h-4z`;
        return linked(`${id}-x${index}`, labelOf(disturbance), html`<path class="chaos" d="${bolt}"/>`);
      }),
    },
  ];
  return lanes.filter(({ marks }) => marks.length > 0);
}

/** What was only said is a thin line. */
function commandMark(command: ReportedCommand, x: Place): [string, Html] {
  const { at, seconds = 0, text, said, code } = command;
  const from = x(at);
  const width = text === "" ? 2 : Math.max(4, x(at + seconds) - from);
  const kind = code === undefined || code === 0 ? "command" : "command bad";
  const label = labelOf({ at, text: text === "" ? said : text }) + (code ? ` (exit code ${code})` : "");
  return [
    label,
    html`<rect class="${kind}" x="${from.toFixed(1)}" y="7" width="${width.toFixed(1)}" height="14" rx="2"/>`,
  ];
}

function labelOf({ at, text }: Moment, before = ""): string {
  return `${instant(at)}: ${before}${shortened(text, 160)}`;
}

function linked(target: string, label: string, mark: Html): Html {
  return html`<a href="#${target}" tabindex="-1"><title>${label}</title>${mark}</a>`;
}

/** Each kind has a shape of its own, so that colour is not needed to tell them apart. */
export function shapeOf(is: "allowed" | "outside" | "forbidden", x: number): string {
  const centre = x.toFixed(1);
  if (is === "allowed") return `M${(x - 5).toFixed(1)} 14a5 5 0 1 0 10 0a5 5 0 1 0 -10 0z`;
  return is === "outside" ? `M${centre} 7l7 7l-7 7l-7 -7z` : `M${centre} 6l8 15h-16z`;
}

/** A prescription points to what comes, a report back. */
function entryShape(type: string, x: number): string {
  const from = `M${x.toFixed(1)}`;
  if (type === "prescription") return `${from} 8l7 6l-7 6z`;
  return type === "report" ? `${from} 8l-7 6l7 6z` : `${from} 10h7v7h-7z`;
}
