import { parse } from "yaml";
import { type ZodType, z } from "zod";
import { messageOf } from "../../problem/index.ts";
import { SnapshotProblem } from "../problem.ts";
import { isObject } from "../read/is-object.ts";
import { whyDangerous } from "./filter.ts";
import type { Group, Truth } from "./model.ts";
import { firstVersion, secondVersion } from "./schema.ts";

/**
 * Reads ground truth in either published version. The first comes bare or within `spec`; the second has `entities`
 * where the first has `groups`, and names objects exactly.
 */
export function readTruth(text: string, file: string): Truth {
  const document = parseYaml(text, file);
  const content = isObject(document) && isObject(document.spec) ? document.spec : document;
  if (!isObject(content)) throw bad(file, "expected an object with groups or entities, found something else");
  if (Array.isArray(content.groups)) return first(harmless(check(firstVersion, content, file), file));
  if (Array.isArray(content.entities)) return second(check(secondVersion, content, file));
  throw bad(file, "expected groups (first version) or entities (second version), found neither");
}

function harmless(content: z.infer<typeof firstVersion>, file: string): z.infer<typeof firstVersion> {
  for (const { id, filter } of content.groups) {
    for (const each of filter ?? []) {
      const why = whyDangerous(each);
      if (why !== undefined) throw bad(file, `group "${id}": filter ${JSON.stringify(each.slice(0, 80))}: ${why}`);
    }
  }
  return content;
}

function first(content: z.infer<typeof firstVersion>): Truth {
  const groups = content.groups.map(
    (group): Group => ({
      id: group.id,
      kind: group.kind,
      namespace: group.namespace ?? undefined,
      filters: group.filter ?? [],
      name: group.name ?? undefined,
      root: group.root_cause === true,
    }),
  );
  const aliases = content.aliases ?? [];
  const propagations = content.propagations ?? [];
  const alerts = (content.alerts ?? []).map(({ id, group_id }) => ({
    name: id,
    ...(group_id ? { group: group_id } : {}),
  }));
  const { incident, components } = content;
  const truth = {
    ...{ version: "v1" as const, incident: incident !== false, groups, aliases, propagations, alerts },
    components: components ?? [],
  };
  return { ...truth, flaws: flawsOf(truth) };
}

function second(content: z.infer<typeof secondVersion>): Truth {
  const groups = content.entities.map(
    ({ kind, metadata }): Group => ({
      id: [metadata.namespace ?? "cluster", kind, metadata.name].join("/"),
      kind,
      namespace: metadata.namespace ?? undefined,
      filters: [],
      name: metadata.name,
      root: true,
    }),
  );
  const truth = {
    ...{ version: "v2" as const, incident: true, groups, aliases: [], propagations: [], components: [] },
    alerts: content.alerts ?? [],
  };
  return { ...truth, flaws: flawsOf(truth) };
}

/** What its author would want to know. None of it stops the scoring: the published files are what they are. */
function flawsOf({ incident, groups, aliases, propagations, components, alerts }: Omit<Truth, "flaws">): string[] {
  const known = new Set(groups.map(({ id }) => id));
  const dangling = (where: string, id: string | undefined) =>
    id === undefined || known.has(id) ? [] : [`${where} names the group "${id}", which does not exist`];
  return [
    ...(groups.some(({ root }) => root) || !incident ? [] : ["no group is marked as root cause"]),
    ...(groups.some(({ root }) => root) && !incident ? ["nothing is wrong, and yet there is a root cause"] : []),
    ...groups.flatMap(({ id }, at) =>
      groups.findIndex((other) => other.id === id) < at ? [`two groups "${id}"`] : [],
    ),
    ...groups.flatMap(({ id, filters, name }) =>
      filters.length === 0 && name === undefined ? [`group "${id}" has neither filter nor name: nothing fits it`] : [],
    ),
    ...groups.flatMap(({ id, filters }) =>
      filters
        .filter((filter) => !isPattern(filter))
        .map((filter) => `group "${id}": ${filter} is no regular expression`),
    ),
    ...aliases.flatMap((ids) => ids.flatMap((id) => dangling("an alias", id))),
    ...propagations.flatMap(({ source, target }) => [
      ...dangling("a propagation", source),
      ...dangling("a propagation", target),
    ]),
    ...components.flatMap((id) => dangling("a component", id)),
    ...alerts.flatMap(({ name, group }) => dangling(`alert ${name}`, group)),
  ];
}

function isPattern(text: string): boolean {
  try {
    new RegExp(text);
    return true;
  } catch {
    return false;
  }
}

function parseYaml(text: string, file: string): unknown {
  try {
    // A few kilobytes of labels need few aliases; a bomb needs many.
    return parse(text, { maxAliasCount: 100 });
  } catch (cause) {
    throw bad(file, messageOf(cause), cause);
  }
}

function check<T>(schema: ZodType<T>, content: unknown, file: string): T {
  const read = schema.safeParse(content);
  if (read.success) return read.data;
  throw bad(file, z.prettifyError(read.error));
}

function bad(file: string, what: string, cause?: unknown): SnapshotProblem {
  return new SnapshotProblem("BAD_TRUTH", `${file}: ${what}`, { cause });
}
