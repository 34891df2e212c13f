import { hole } from "../words.ts";

const most = 200;

/** "{a,b}", "{1..5}", "{a,{b,c}}": what a shell puts in their place. */
export function braces(text: string): string[] {
  const inner = text.slice(1, -1);
  const range = /^(-?\d+)\.\.(-?\d+)(?:\.\.(-?\d+))?$/.exec(inner);
  if (range) return numbers(Number(range[1]), Number(range[2]), Number(range[3] ?? 1));
  const letters = /^([a-z])\.\.([a-z])$/i.exec(inner);
  if (letters) {
    const codes = numbers(letters[1]?.charCodeAt(0) ?? 0, letters[2]?.charCodeAt(0) ?? 0, 1);
    return codes.map((code) => String.fromCharCode(Number(code)));
  }
  const options = cut(inner);
  return options.length > most ? [hole] : options.flatMap((option) => nested(option));
}

function numbers(from: number, to: number, step: number): string[] {
  const by = Math.abs(step) || 1;
  const count = Math.floor(Math.abs(to - from) / by) + 1;
  if (count > most) return [hole];
  return Array.from({ length: count }, (_, at) => String(from + (to < from ? -at : at) * by));
}

/** Cuts at commas that are not inside further braces. */
function cut(text: string): string[] {
  const options: string[] = [];
  let depth = 0;
  let from = 0;
  for (let at = 0; at < text.length; at += 1) {
    if (text[at] === "{") depth += 1;
    else if (text[at] === "}") depth -= 1;
    else if (text[at] === "," && depth === 0) {
      options.push(text.slice(from, at));
      from = at + 1;
    }
  }
  return [...options, text.slice(from)];
}

function nested(option: string): string[] {
  const match = /^([^{]*)(\{[^{}]*\})(.*)$/s.exec(option);
  if (!match) return option.includes("{") ? [hole] : [option];
  const [, before = "", inner = "", after = ""] = match;
  return braces(inner).map((middle) => before + middle + after);
}
