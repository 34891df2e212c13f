/** A length of time as people say it. */
export function span(ms: number): string {
  if (ms < 60_000) return `${(ms / 1_000).toFixed(1)} s`;
  const seconds = Math.round(ms / 1_000);
  if (seconds < 3_600) return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
  return `${Math.floor(seconds / 3_600)} h ${Math.floor((seconds % 3_600) / 60)} min`;
}

export function bytes(count: number): string {
  if (count < 1_000) return `${count} B`;
  const units = ["kB", "MB", "GB", "TB"];
  let value = count;
  let unit = "B";
  for (const next of units) {
    if (value < 1_000) break;
    value /= 1_000;
    unit = next;
  }
  return `${value < 10 ? value.toFixed(1) : Math.round(value)} ${unit}`;
}

/** Columns as wide as their widest cell; the first row is the heading. */
export function columns(rows: readonly (readonly string[])[]): string {
  const width = (at: number) => Math.max(...rows.map((row) => row[at]?.length ?? 0));
  const widths = (rows[0] ?? []).map((_, at) => width(at));
  return rows
    .map((row) =>
      row
        .map((cell, at) => cell.padEnd(widths[at] ?? 0))
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}
