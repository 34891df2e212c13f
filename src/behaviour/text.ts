import type { Write } from "../audit/index.ts";

/** A write in a few words. */
export function textOf({ verb, resource, subresource, namespace, name, through }: Write): string {
  const what = subresource === undefined ? resource : `${resource}/${subresource}`;
  const where = [namespace, name].filter((word) => word !== undefined).join("/");
  return `${verb} ${what} ${where}${through === undefined ? "" : ` (by ${through})`}`;
}
