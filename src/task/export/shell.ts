import type { KubeObject } from "../../kubernetes/index.ts";
import { quoted } from "../../process/index.ts";

/** A word for sh, whatever is in it. */
export function word(text: string): string {
  return /^[\w./:=@,%+-]+$/.test(text) ? text : quoted(text);
}

export function words(...all: readonly string[]): string {
  return all.map(word).join(" ");
}

/** `deployment.apps`, as kubectl takes it. */
export function resourceOf(apiVersion: string, kind: string): string {
  const [group, version] = apiVersion.split("/");
  return version === undefined ? kind.toLowerCase() : `${kind.toLowerCase()}.${group}`;
}

export function inNamespace(namespace: string | undefined): string[] {
  return namespace ? ["-n", namespace] : [];
}

/** JSON is YAML as well; one document after the other. */
export function manifestOf(objects: readonly KubeObject[]): string {
  return objects.map((object) => `---\n${JSON.stringify(object, null, 2)}\n`).join("");
}

/** A path of ours, such as `status.conditions[type=Ready].status`, for kubectl's jsonpath. */
export function jsonPath(path: string): string {
  const parts = path.match(/\[[^\]]*\]|[^.[\]]+/g) ?? [];
  const written = parts.map((part) => {
    const [, key, value] = /^\[(\w+)=(.*)\]$/.exec(part) ?? [];
    if (key !== undefined) return `[?(@.${key}=="${value}")]`;
    return part.startsWith("[") ? part : `.${part.replaceAll(".", "\\.")}`;
  });
  return `{${written.join("")}}`;
}

/** A value as kubectl's jsonpath prints it: texts bare, all else as JSON with sorted keys. */
export function printed(value: unknown): string {
  if (value === undefined || value === null) return "";
  return typeof value === "string" ? value : JSON.stringify(sorted(value));
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(entries.map(([key, each]) => [key, sorted(each)]));
}
