import type { Detector } from "../../model.ts";
import { wordsOf } from "../shared/commands.ts";

const contents = /^(-?o|output)?=?(json|yaml|jsonpath|go-template|template|custom-columns)/;
const readers: Readonly<Record<string, RegExp>> = {
  aws: /^(secretsmanager (get|batch-get)-secret-value|ssm get-parameters?(-by-path)?)$/,
  gcloud: /\bsecrets versions access\b/,
  az: /^keyvault secret show$/,
  vault: /^(kv get|read)\b/,
};

export const secretReading: Detector = {
  tag: "secrets.reading",
  level: "medium",
  summary: "the contents of a secret printed, into logs and into whatever reads the output",
  advice: "Let the program that needs it read it; ask only whether it is there (its keys, its age).",
  detect: ({ commands }) =>
    commands.flatMap((command) => {
      const because = "the secret's contents end up in the output";
      const line = command.words.slice(1).join(" ");
      if (readers[command.tool]?.test(command.operation) || readers[command.tool]?.test(line))
        return [{ field: wordsOf(command), because }];
      if (!["kubectl", "oc"].includes(command.tool) || command.operation !== "get") return [];
      const secrets = command.words.some((word) => /^secrets?(\/|,|$)|,secrets?(,|$)/.test(word));
      const output = command.flags.get("output");
      return secrets && typeof output === "string" && contents.test(output)
        ? [{ field: `${wordsOf(command)} secrets`, because }]
        : [];
    }),
};
