import { type Fields, isObject } from "../../documents/json.ts";
import type { Detector, Finding } from "../../model.ts";
import { listOf, textOf, wordOf } from "./values.ts";

type Findings = Finding | readonly Finding[] | undefined;

/** A detector's `detect` for containers that compose or docker would start. */
export function inServices(look: (value: Fields, field: (path: string) => string) => Findings): Detector["detect"] {
  return ({ services }) =>
    services
      .filter(({ action }) => action === "run")
      .flatMap(({ name, value }) => look(value, (path) => `service ${name}: ${path}`) ?? []);
}

/** Directories of the machine that a service mounts: "/a:/b:ro", or {type: bind, source: /a, read_only: true}. */
export function mountsOf(
  value: Fields,
): readonly { readonly source: string; readonly readOnly: boolean; readonly index: number }[] {
  return listOf(value.volumes).flatMap((volume, index) => {
    if (isObject(volume)) {
      const source = textOf(volume.source) ?? textOf(volume.src);
      return source?.startsWith("/") ? [{ source, readOnly: volume.read_only === true, index }] : [];
    }
    const [source = "", , options = ""] = wordOf(volume).split(":");
    return source.startsWith("/") && wordOf(volume).includes(":")
      ? [{ source, readOnly: /(^|,)ro(,|$)/.test(options), index }]
      : [];
  });
}
