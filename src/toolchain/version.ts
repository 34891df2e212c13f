/** -1, 0 or 1, comparing number by number. Anything after the numbers (`-rc.1`, `+k3s1`) sorts before the bare version. */
export function compareVersions(a: string, b: string): number {
  const split = (text: string) => {
    const [numbers = "", ...rest] = text.split(/[-+]/);
    return { numbers: numbers.split(".").map(Number), pre: text.includes("-") && rest.length > 0 };
  };
  const left = split(a);
  const right = split(b);
  for (let at = 0; at < Math.max(left.numbers.length, right.numbers.length); at += 1) {
    const difference = (left.numbers[at] ?? 0) - (right.numbers[at] ?? 0);
    if (difference !== 0) return Math.sign(difference);
  }
  return Number(right.pre) - Number(left.pre);
}

export function fits(version: string, from: string, below: string): boolean {
  return compareVersions(version, from) >= 0 && compareVersions(version, below) < 0;
}
