/** Something wrong with a file of a task: where, what, and what to do about it. */
export interface Flaw {
  /** Relative to the task's directory. */
  readonly file: string;
  readonly line?: number;
  readonly what: string;
  readonly how?: string;
}

/** `task.toml:12: airworthy.rights: expected …` */
export function showFlaw({ file, line, what, how }: Flaw): string {
  const where = line === undefined ? file : `${file}:${line}`;
  return `${where}: ${what}${how === undefined ? "" : ` (${how})`}`;
}
