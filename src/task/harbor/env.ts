import type { Refusal } from "./model.ts";

/** Values may be `${NAME}` or `${NAME:-other}` of whoever runs the task. */
export function expandedEnv(
  env: Readonly<Record<string, string>>,
  hostEnv: Readonly<Record<string, string | undefined>>,
  where: string,
): { value: Record<string, string>; refusals: Refusal[] } {
  const value: Record<string, string> = {};
  const refusals: Refusal[] = [];
  for (const [key, given] of Object.entries(env)) {
    const [, name, other] = /^\$\{(\w+)(?::-(.*))?\}$/.exec(given) ?? [];
    const found = name === undefined ? given : (hostEnv[name] ?? other);
    if (found !== undefined) value[key] = found;
    else
      refusals.push({
        file: "task.toml",
        what: `${where}.${key}: expected ${name} in the environment, found none`,
        how: `set ${name}`,
      });
  }
  return { value, refusals };
}
