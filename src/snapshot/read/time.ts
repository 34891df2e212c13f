/** Microseconds since 1970, which a number holds exactly until the year 2255. */
export type Microseconds = number;

const written =
  /^(\d{4}-\d\d-\d\d)[T ](\d\d):?(\d\d):?(\d\d)(?:\.(\d{1,9}))?\s*(?:(Z|UTC)|([+-]\d\d):?(\d\d)(?:\s+[A-Z]{3,4})?)?(?:\s+m=[+-][\d.]+)?$/;

/**
 * Reads a time in any of the spellings that recorders use: ISO, ClickHouse (a blank, no zone: UTC), Go's own printing, and
 * numbers, whose size tells the unit.
 */
export function readTime(text: string): Microseconds | undefined {
  const given = text.trim();
  if (/^\d{9,20}(\.\d+)?$/.test(given)) return fromNumber(given);
  const [, date, hours, minutes, seconds, fraction = "", , offsetHours, offsetMinutes] = written.exec(given) ?? [];
  if (date === undefined) return undefined;
  const whole = secondOf(`${date}T${hours}:${minutes}:${seconds}Z`);
  if (Number.isNaN(whole)) return undefined;
  const offset =
    offsetHours === undefined
      ? 0
      : (Math.abs(Number(offsetHours)) * 60 + Number(offsetMinutes)) * (offsetHours.startsWith("-") ? -1 : 1);
  return (whole - offset * 60_000) * 1000 + Number(fraction.padEnd(6, "0").slice(0, 6));
}

let lastText = "";
let lastSecond = Number.NaN;

/** Rows come by the thousand within a second: the one before is remembered. */
function secondOf(text: string): number {
  if (text === lastText) return lastSecond;
  lastText = text;
  lastSecond = Date.parse(text);
  return lastSecond;
}

function fromNumber(text: string): Microseconds {
  const digits = text.split(".")[0]?.length ?? 0;
  if (digits >= 18) return Number(BigInt(text.split(".")[0] ?? "0") / 1000n);
  if (digits >= 15) return Math.floor(Number(text));
  if (digits >= 12) return Math.floor(Number(text) * 1e3);
  return Math.floor(Number(text) * 1e6);
}

/** The moment in a file's name: `alerts_at_2025-12-15T17-34-49.528434.json`, `…_2025-12-15T175655.720371Z.json`. */
export function timeInName(name: string): Microseconds | undefined {
  const [, date, hours, minutes, seconds, fraction] =
    /(\d{4}-\d\d-\d\d)[T_](\d\d)[-:]?(\d\d)[-:]?(\d\d)(\.\d{1,9})?Z?(?=\.[a-z]+$|$)/i.exec(name) ?? [];
  return date === undefined ? undefined : readTime(`${date}T${hours}:${minutes}:${seconds}${fraction ?? ""}Z`);
}

export function showTime(time: Microseconds): string {
  return new Date(Math.floor(time / 1000)).toISOString();
}
