/** Arguments of a tool call, which come from a model: nothing about them is sure. */
export type Arguments = Readonly<Record<string, unknown>>;

/** The first of several names under which a text may be given. */
export function text(args: Arguments, ...names: readonly string[]): string | undefined {
  for (const name of names) {
    const value = args[name];
    if (typeof value === "string" && value.trim() !== "") return value;
    if (typeof value === "number" && Number.isFinite(value)) return String(value);
  }
  return undefined;
}

export function texts(args: Arguments, ...names: readonly string[]): readonly string[] | undefined {
  for (const name of names) {
    const value = args[name];
    if (Array.isArray(value)) return value.map(String);
  }
  return undefined;
}

/** A name that will stand as a word of a command: one that could be taken for an option is no name. */
export function word(args: Arguments, ...names: readonly string[]): string | undefined {
  const found = text(args, ...names);
  return found === undefined || found.startsWith("-") || /\s/.test(found) ? undefined : found;
}

export function isTrue(args: Arguments, ...names: readonly string[]): boolean {
  return names.some((name) => args[name] === true || args[name] === "true");
}

/** `--namespace x`, if there is one. */
export function option(flag: string, value: string | undefined): readonly string[] {
  return value === undefined ? [] : [`--${flag}=${value}`];
}
