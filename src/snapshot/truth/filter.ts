const longest = 256;
const mostRepeats = 3;
const farthest = 100;

/**
 * Why a filter is not tried: matching it could take longer than anybody waits. Filters come with a data set, names from an
 * agent, and either may be made for that. What repeats must not hold what repeats or what can be read in two ways; then the
 * time is a small power of a name's length.
 */
export function whyDangerous(filter: string): string | undefined {
  if (filter.length > longest) return `expected at most ${longest} signs`;
  if (/\\[1-9]|\\k</.test(filter)) return "refers back to a group";
  if (/\(\?(?!:)/.test(filter)) return "looks ahead or behind";
  let repeats = 0;
  /** Whether each open group holds something that repeats or a choice. */
  const groups: boolean[] = [false];
  let closed: boolean | undefined;
  for (const [token] of filter.matchAll(/\\.|\[(?:\\.|[^\]\\])*\]|\{\d+(?:,\d*)?\}|\(\?:|[\s\S]/g)) {
    const repeat = /^[*+]$|^\{/.test(token) && token !== "{";
    if (repeat || token === "?") {
      if (repeat && closed) return "repeats a group that repeats or chooses";
      if (repeat && isFar(token)) repeats += 1;
      if (repeats > mostRepeats) return `expected at most ${mostRepeats} repetitions without end`;
      groups[groups.length - 1] = true;
      continue;
    }
    closed = undefined;
    if (token === "(" || token === "(?:") groups.push(false);
    else if (token === "|") groups[groups.length - 1] = true;
    else if (token === ")" && groups.length > 1) {
      closed = groups.pop();
      if (closed) groups[groups.length - 1] = true;
    }
  }
  return undefined;
}

function isFar(token: string): boolean {
  if (token === "*" || token === "+") return true;
  const [, least = "", most] = /^\{(\d+)(?:,(\d*))?\}$/.exec(token) ?? [];
  return most === "" || Number(most ?? least) > farthest;
}
