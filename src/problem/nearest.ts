/** The word that somebody who typed `wrong` most likely meant, if one is near enough to be a slip. */
export function nearest(wrong: string, words: readonly string[]): string | undefined {
  const limit = Math.max(1, Math.floor(wrong.length / 3));
  return words
    .map((word) => ({ word, distance: word.startsWith(wrong) ? 0 : distance(wrong, word) }))
    .filter((candidate) => candidate.distance <= limit)
    .sort((a, b) => a.distance - b.distance)[0]?.word;
}

/** Edits (insert, delete, replace, swap neighbours) that turn one word into the other. */
function distance(from: string, to: string): number {
  const rows: number[][] = [Array.from({ length: to.length + 1 }, (_, column) => column)];
  const at = (row: number, column: number) => rows[row]?.[column] ?? Number.POSITIVE_INFINITY;
  for (let row = 1; row <= from.length; row += 1) {
    const current = [row];
    rows.push(current);
    for (let column = 1; column <= to.length; column += 1) {
      const same = from[row - 1] === to[column - 1] ? 0 : 1;
      const swapped = from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1];
      current[column] = Math.min(
        at(row - 1, column) + 1,
        at(row, column - 1) + 1,
        at(row - 1, column - 1) + same,
        swapped ? at(row - 2, column - 2) + 1 : Number.POSITIVE_INFINITY,
      );
    }
  }
  return at(from.length, to.length);
}
