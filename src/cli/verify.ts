import { resolve } from "node:path";
import { type RunVerification, verifyRun } from "../bench/index.ts";
import { command } from "./shell/command.ts";
import { exitCodes } from "./shell/exit.ts";
import { publicKeysOf } from "./support/log-directory.ts";

const exitCodeOf = { valid: exitCodes.ok, invalid: exitCodes.failed, unproven: exitCodes.unproven } as const;

export default command({
  summary: "Say whether the results of a run are those that were signed, to the byte, without a cluster or a network",
  usage: "RUN",
  options: {
    key: {
      type: "string",
      multiple: true,
      value: "PUBLIC",
      text: "the public key of who made the run, from elsewhere: a file or the key itself",
    },
  },
  examples: ["verify runs/mine", "verify runs/mine --key bench.pem"],
  details: [
    "Every file is held against the signed list, and every trial's evidence log against its checkpoint.",
    "",
    "exit codes:  0 valid: a key from elsewhere signed exactly these files",
    "             1 invalid: every file that was changed, added or taken away is named",
    "             6 unproven: nothing is wrong, but without a key from elsewhere nobody can tell who signed",
    "             3 there is no finished run",
  ].join("\n"),
  async run({ options, arguments: [given = ""], signal }) {
    const verification = await verifyRun(resolve(given), { keys: await publicKeysOf(options.key), signal });
    return { data: verification, text: describe(verification), exitCode: exitCodeOf[verification.result] };
  },
});

function describe({ result, faults, files, logs, key, signed }: RunVerification): string {
  const verdict = {
    valid: `valid: ${files} files are exactly those that were signed`,
    unproven: `unproven: ${files} files are those that were signed, but who signed is known only from the run itself`,
    invalid: `invalid: ${faults.length} ${faults.length === 1 ? "thing is" : "things are"} not as signed`,
  }[result];
  const sound = logs.filter((log) => log.result !== "invalid").length;
  return [
    verdict,
    ...faults.map(({ path, is, message }) => `  ${is}: ${path}: ${message}`),
    ...(signed
      ? [
          `run ${signed.name} (${signed.run}), signed ${signed.signed}`,
          `${signed.trials} trials: ${counts(signed.verdicts)}`,
        ]
      : []),
    ...(key ? [`key ${key.id}${key.trusted ? ", trusted: you gave it" : `, public half ${key.publicKey}`}`] : []),
    ...(logs.length > 0 ? [`${sound} of ${logs.length} evidence logs agree with their checkpoints`] : []),
  ].join("\n");
}

function counts(verdicts: Readonly<Record<string, number>>): string {
  return Object.entries(verdicts)
    .map(([verdict, count]) => `${count} ${verdict}`)
    .join(", ");
}
