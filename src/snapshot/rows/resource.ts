import { readMap } from "../read/map.ts";
import { some } from "./text.ts";

export interface Resource {
  readonly service: string | undefined;
  readonly namespace: string | undefined;
  readonly pod: string | undefined;
  readonly container: string | undefined;
}

const most = 20_000;

/** Reads what a row's resource attributes say. A few hundred containers write millions of rows: each text is read once. */
export function resourceReader(): (text: string) => Resource {
  const known = new Map<string, Resource>();
  return (text) => {
    const before = known.get(text);
    if (before) return before;
    const { entries } = readMap(text);
    const read = {
      service: some(entries["service.name"]),
      namespace: some(entries["k8s.namespace.name"]),
      pod: some(entries["k8s.pod.name"]),
      container: some(entries["k8s.container.name"]),
    };
    if (known.size >= most) known.clear();
    known.set(text, read);
    return read;
  };
}
