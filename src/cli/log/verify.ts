import { type Verification, verifyLog, verifyProof } from "../../evidence/index.ts";
import { command } from "../shell/command.ts";
import { exitCodes, UsageProblem } from "../shell/exit.ts";
import { tableOf } from "../support/entry-text.ts";
import { directoryOf, directoryOptions, publicKeysOf, textOf } from "../support/log-directory.ts";

const exitCodeOf = { valid: exitCodes.ok, invalid: exitCodes.failed, unproven: exitCodes.unproven } as const;

export default command({
  summary: "Say whether a log is what was written, and how far that can be told",
  usage: "",
  options: {
    key: {
      type: "string",
      multiple: true,
      value: "PUBLIC",
      text: "a public key from elsewhere: a file or the key itself",
    },
    checkpoint: { type: "string", value: "FILE", text: "a checkpoint of this log that was kept elsewhere" },
    proof: { type: "string", value: "FILE", text: "check a proof of one entry, without the log" },
    artifacts: { type: "boolean", text: "also read every stored artifact" },
    ...directoryOptions,
  },
  examples: [
    "log verify",
    "log verify --key recorder.pem --checkpoint kept-last-week.txt",
    "log verify --proof entry-41.proof --key recorder.pem",
  ],
  details: [
    "exit codes:  0 valid: a key from elsewhere signed, and nothing that the kept checkpoint covers is missing",
    "             1 invalid: the first thing that is wrong is named",
    "             6 unproven: nothing is wrong, but without key and checkpoint from elsewhere nobody can tell more",
    "             3 there is no log",
  ].join("\n"),
  async run({ options, terminal, signal, report }) {
    const keys = await publicKeysOf(options.key);
    if (options.proof !== undefined) return await checkProof(await textOf("--proof", options.proof), keys);
    const directory = directoryOf(options, terminal);
    const checkpoint = options.checkpoint === undefined ? undefined : await textOf("--checkpoint", options.checkpoint);
    const step = `verify ${directory}`;
    const began = performance.now();
    let shown = false;
    const verification = await verifyLog(directory, {
      keys: keys.length > 0 ? keys : undefined,
      checkpoint,
      artifacts: options.artifacts,
      signal,
      onProgress: ({ bytes, totalBytes }) => {
        // A short check needs no line of its own.
        if (performance.now() - began < 1_000) return;
        shown = true;
        report({ step, state: "running", done: bytes, total: totalBytes, unit: "bytes" });
      },
    });
    if (shown) report({ step, state: "done" });
    return { data: verification, text: describe(verification), exitCode: exitCodeOf[verification.result] };
  },
});

async function checkProof(text: string, keys: readonly Buffer[]) {
  if (keys.length === 0) {
    throw new UsageProblem("MISSING_ARGUMENT", "--proof: expected --key PUBLIC with it, found none", {
      hint: "a proof says nothing without a key that came another way than the proof",
    });
  }
  const proven = verifyProof(text, keys);
  const { entry, hash, size } = proven;
  return {
    data: { result: "valid", ...proven },
    text: `valid: entry ${entry.sequence} of ${entry.log} is among ${size} entries that the key vouches for\n${tableOf([{ entry, hash }])}`,
  };
}

function describe(verification: Verification): string {
  const { result, entries, good, first, checked, notChecked, remarks, custody, keys, head } = verification;
  const verdict = {
    valid: `valid: ${entries} entries, nothing changed, nothing missing`,
    unproven: `unproven: ${entries} entries, nothing wrong as far as one can see`,
    invalid: `invalid: ${good} of ${entries} entries are good`,
  }[result];
  const where = first?.segment === undefined ? "" : ` (${first.segment}, byte ${first.offset ?? 0})`;
  return [
    verdict,
    ...(first ? [`first fault: entry ${first.sequence}, ${first.code}: ${first.message}${where}`] : []),
    `custody: ${custodyText(custody)}`,
    ...keys.map(({ id, from, trusted }) => `key ${id} from entry ${from}${trusted ? ", trusted: you gave it" : ""}`),
    ...(head === undefined ? [] : [`head ${head}`]),
    ...checked.map((what) => `  checked: ${what}`),
    ...notChecked.map((what) => `  not checked: ${what}`),
    ...remarks.map((what) => `  note: ${what}`),
  ].join("\n");
}

function custodyText({ separate, shared }: Verification["custody"]): string {
  if (separate === 0) return "shared: whoever was recorded could reach the key";
  const kept = `${separate} entries separate: the key was out of reach of whoever was recorded`;
  return shared === 0 ? kept : `${kept}; ${shared} shared`;
}
