import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { keyId, readPublicKey, verifyLog } from "../../evidence/index.ts";
import { unseal } from "../../exchange/index.ts";
import { messageOf } from "../../problem/index.ts";
import { type RunStatement, runPredicate } from "./bundle.ts";
import { bundleFile, type Listed, listFiles } from "./manifest.ts";
import { RunProblem } from "./problem.ts";

export interface RunFault {
  /** Relative to the run. */
  readonly path: string;
  readonly is: "changed" | "missing" | "added" | "not a file" | "not signed" | "invalid log";
  readonly message: string;
}

export interface RunVerification {
  /** "unproven": nothing is wrong, but the key that signed is known only from the bundle itself. */
  readonly result: "valid" | "unproven" | "invalid";
  readonly faults: readonly RunFault[];
  readonly files: number;
  /** Evidence logs of trials, each held against its own checkpoint. */
  readonly logs: readonly { readonly path: string; readonly entries: number; readonly result: string }[];
  readonly key?: { readonly id: string; readonly publicKey: string; readonly trusted: boolean };
  readonly signed?: RunStatement["predicate"];
}

/** Whether a run is what was signed, to the byte. Needs its directory, and a key from elsewhere to prove who signed. */
export async function verifyRun(
  directory: string,
  { keys = [], signal }: { readonly keys?: readonly Buffer[]; readonly signal?: AbortSignal } = {},
): Promise<RunVerification> {
  const text = await bundleOf(directory);
  let opened: { statement: RunStatement; key: Buffer };
  try {
    opened = open(text, keys);
  } catch (thrown) {
    const fault: RunFault = { path: bundleFile, is: "not signed", message: messageOf(thrown) };
    return { result: "invalid", faults: [fault], files: 0, logs: [] };
  }
  const { statement, key } = opened;
  const found = await listFiles(directory);
  const logs = await verifyLogs(directory, found, signal);
  const faults = [...differences(statement, found), ...logs.flatMap(({ fault }) => fault ?? [])];
  const trusted = keys.length > 0;
  return {
    result: faults.length > 0 ? "invalid" : trusted ? "valid" : "unproven",
    faults,
    files: statement.subject.length,
    logs: logs.map(({ path, entries, result }) => ({ path, entries, result })),
    key: { id: keyId(key), publicKey: key.toString("base64"), trusted },
    signed: statement.predicate,
  };
}

async function bundleOf(directory: string): Promise<string> {
  try {
    return await readFile(join(directory, bundleFile), "utf8");
  } catch (error) {
    const missing = ["ENOENT", "ENOTDIR"].includes((error as NodeJS.ErrnoException).code ?? "");
    if (!missing) throw new RunProblem("BAD_RUN", `${directory}: cannot be read: ${messageOf(error)}`);
    throw new RunProblem("NO_SUCH_RUN", `${directory}: expected a finished run, found no ${bundleFile}`, {
      hint: "a run is signed when all its trials are over; go on with: airworthy bench resume",
    });
  }
}

/** Without a key from elsewhere, the bundle must at least be signed by the key that it names. */
function open(text: string, keys: readonly Buffer[]): { statement: RunStatement; key: Buffer } {
  const { payload, key } = unseal(text, keys.length > 0 ? keys : [keyIn(text)]);
  const statement = JSON.parse(payload.toString("utf8")) as RunStatement;
  if (statement.predicateType !== runPredicate) throw new Error(`expected a statement of type ${runPredicate}`);
  return { statement, key };
}

function keyIn(text: string): Buffer {
  const { payload } = JSON.parse(text) as { payload: string };
  const { predicate } = JSON.parse(Buffer.from(payload, "base64").toString("utf8")) as RunStatement;
  return readPublicKey(predicate.publicKey);
}

function differences({ subject }: RunStatement, found: readonly Listed[]): RunFault[] {
  const there = new Map(found.map((file) => [file.path, file]));
  const signed = new Set(subject.map(({ name }) => name));
  return [
    ...subject.flatMap(({ name, digest }): RunFault[] => {
      const file = there.get(name);
      if (file === undefined) return [{ path: name, is: "missing", message: "was signed and is not there" }];
      if (file.sha256 === undefined) return [{ path: name, is: "not a file", message: "expected an ordinary file" }];
      if (file.sha256 === digest.sha256) return [];
      return [
        {
          path: name,
          is: "changed",
          message: `expected sha256 ${digest.sha256.slice(0, 16)}…, found ${file.sha256.slice(0, 16)}…`,
        },
      ];
    }),
    ...found
      .filter(({ path }) => !signed.has(path))
      .map(({ path }): RunFault => ({ path, is: "added", message: "is there and was not signed" })),
  ];
}

async function verifyLogs(directory: string, found: readonly Listed[], signal: AbortSignal | undefined) {
  const logs = new Set(found.flatMap(({ path }) => /^(.*)\/segments\/\d{20}\.jsonl$/.exec(path)?.[1] ?? []));
  const verified: { path: string; entries: number; result: string; fault?: RunFault }[] = [];
  for (const path of logs) {
    const { result, entries, first } = await verifyLog(join(directory, path), { artifacts: true, workers: 0, signal });
    const message = `entry ${first?.sequence}: ${first?.message}`;
    const fault: RunFault = { path, is: "invalid log", message };
    verified.push({ path, entries, result, ...(result === "invalid" ? { fault } : {}) });
  }
  return verified;
}
