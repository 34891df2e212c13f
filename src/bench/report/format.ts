import { grouped } from "./visible.ts";

export function percent(share: number): string {
  return `${Math.round(share * 100)}`;
}

/** A score between 0 and 1. */
export function score(value: number | undefined): string {
  return value === undefined ? "–" : value.toFixed(2);
}

/** Seconds as people say them. */
export function span(seconds: number | undefined): string {
  if (seconds === undefined || !Number.isFinite(seconds)) return "–";
  if (seconds < 10) return `${seconds.toFixed(1)} s`;
  const whole = Math.round(seconds);
  if (whole < 120) return `${whole} s`;
  if (whole < 3_600) return `${Math.floor(whole / 60)} min ${whole % 60} s`;
  return `${Math.floor(whole / 3_600)} h ${Math.floor((whole % 3_600) / 60)} min`;
}

/** When something happened: to the tenth, so that what came first can be told. */
export function instant(seconds: number | undefined): string {
  return seconds !== undefined && seconds < 120 ? `${seconds.toFixed(1)} s` : span(seconds);
}

/** An ISO time to the minute. The report is read elsewhere: only UTC means the same everywhere. */
export function moment(time: string | undefined): string {
  const [, day, clock] = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d)/.exec(time ?? "") ?? [];
  return day === undefined ? "unknown" : `${day} ${clock} UTC`;
}

export function count(number: number, one: string, many = `${one}s`): string {
  return `${grouped(number)} ${number === 1 ? one : many}`;
}

export function dollars(amount: number | undefined): string {
  return amount === undefined ? "–" : `$${amount < 0.1 ? amount.toFixed(3) : amount.toFixed(2)}`;
}

export function median(values: readonly number[]): number | undefined {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  const [low, high] = [sorted[sorted.length % 2 === 0 ? middle - 1 : middle], sorted[middle]];
  return low === undefined || high === undefined ? undefined : (low + high) / 2;
}
