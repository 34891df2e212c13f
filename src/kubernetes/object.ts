/** Any Kubernetes object, as far as code that handles all of them needs to know it. */
export interface KubeObject {
  apiVersion: string;
  kind: string;
  metadata: {
    name: string;
    namespace?: string;
    uid?: string;
    resourceVersion?: string;
    deletionTimestamp?: string;
    labels?: Record<string, string>;
    annotations?: Record<string, string>;
    [field: string]: unknown;
  };
  // biome-ignore lint/suspicious/noExplicitAny: the shape belongs to the object's kind, which only the caller knows
  [field: string]: any;
}

export interface KubeList {
  metadata: { resourceVersion: string; continue?: string };
  items: KubeObject[];
}

/** The API path of an object, which names its namespace if it has one, of a kind with a regular plural (built-in ones have). */
export function pathOf(object: KubeObject): string {
  const base = object.apiVersion.includes("/") ? `/apis/${object.apiVersion}` : `/api/${object.apiVersion}`;
  const { namespace } = object.metadata;
  const scope = namespace === undefined ? "" : `/namespaces/${namespace}`;
  return `${base}${scope}/${pluralOf(object.kind)}/${encodeURIComponent(object.metadata.name)}`;
}

function pluralOf(kind: string): string {
  const word = kind.toLowerCase();
  if (word === "endpoints") return word;
  if (/(s|x|ch)$/.test(word)) return `${word}es`;
  return word.endsWith("y") && !/[aeiou]y$/.test(word) ? `${word.slice(0, -1)}ies` : `${word}s`;
}
