import { isObject } from "../../documents/json.ts";
import type { Detector, Finding, Operation } from "../../model.ts";
import { inObjects } from "../shared/objects.ts";
import { inContainers } from "../shared/pods.ts";
import { secretIn, secretInText } from "../shared/secrets.ts";
import { fieldsOf, listOf, partsOf, textOf, wordOf } from "../shared/values.ts";

const inEnvironment = inContainers(({ value, name, field, pod }) =>
  partsOf(value.env).flatMap((variable, index) => {
    // Of a command that sets variables only the names are kept: a value was there, whatever it was.
    const given =
      pod.partial && variable.value === undefined && variable.valueFrom === undefined ? "…" : variable.value;
    const why = secretIn(textOf(variable.name) ?? "", given);
    if (why === undefined) return [];
    const because = `variable ${wordOf(variable.name)} of container ${name} has its value in the manifest, and ${why}`;
    return [{ field: field(`env[${index}].value`), because }];
  }),
);

const inSettings = inObjects(["ConfigMap"], ({ value, label }) =>
  Object.entries(fieldsOf(value.data)).flatMap(([name, text]) => {
    if (typeof text !== "string") return [];
    const why = secretIn(name, text) ?? (text.includes("\n") ? secretInText(text) : undefined);
    return why === undefined
      ? []
      : [{ field: `${label}: data[${name}]`, because: `a ConfigMap is no place for this: ${why}` }];
  }),
);

/** Compose writes the environment as a map or as a list of "NAME=value". */
function inServices({ services }: Operation): readonly Finding[] {
  return services
    .filter(({ action }) => action === "run")
    .flatMap(({ name, value }) =>
      variablesOf(value.environment).flatMap(([variable, text]) => {
        const why = secretIn(variable, text);
        const because = `variable ${variable} of ${name} has its value in the open, and ${why}`;
        return why === undefined ? [] : [{ field: `service ${name}: environment.${variable}`, because }];
      }),
    );
}

function variablesOf(environment: unknown): readonly (readonly [string, unknown])[] {
  if (isObject(environment)) return Object.entries(environment);
  return listOf(environment).flatMap((item) => {
    const [, name, value] = /^([^=]+)=(.*)$/s.exec(wordOf(item)) ?? [];
    return name === undefined ? [] : [[name, value] as const];
  });
}

export const secretInPlainText: Detector = {
  tag: "secrets.in-plain-text",
  level: "high",
  summary: "a password, token or key in an environment variable or a ConfigMap",
  advice:
    "Keep it in a Secret (or the store behind it) and refer to it; what was in a manifest counts as known, so change it.",
  detect: (operation) => [...inEnvironment(operation), ...inSettings(operation), ...inServices(operation)],
};
