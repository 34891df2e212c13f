/**
 * Whether a path is that of a field or lies below it, part by part: `spec.replicas` is not about `spec.replicasOfOthers`.
 * `[*]` in the field stands for any item of a list.
 */
export function isAtOrBelow(field: string, path: string): boolean {
  const [wanted, found] = [partsOf(field), partsOf(path)];
  return wanted.every((part, at) => part === "*" || part === "[*]" || part === found[at]);
}

function partsOf(path: string): string[] {
  return path.match(/\[[^\]]*\]|[^.[\]]+/g) ?? [];
}
