import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { EvidenceProblem, parseCheckpoint, type SignedCheckpoint, signerOfCheckpoint } from "../format/index.ts";
import type { Chain } from "./chain.ts";
import type { Fault } from "./verification.ts";

/** The newest checkpoint that the log itself keeps, if it does. What is wrong with it is told later. */
export async function readStoredCheckpoint(directory: string): Promise<SignedCheckpoint | EvidenceProblem | undefined> {
  try {
    return parseCheckpoint(await readFile(join(directory, "checkpoint"), "utf8"));
  } catch (error) {
    if (error instanceof EvidenceProblem) return error;
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}

interface Judged {
  readonly checkpoint: SignedCheckpoint;
  readonly name: string;
  readonly fault: Fault | undefined;
}

/**
 * Holds the log against the checkpoint that was kept elsewhere and against its own. Two signed checkpoints that cannot
 * both be true prove a fork; one that the entries do not agree with proves that they were written again.
 */
export function judgeCheckpoints(
  chain: Chain,
  origin: string,
  trusted: readonly Uint8Array[],
  kept: SignedCheckpoint | undefined,
  stored: SignedCheckpoint | EvidenceProblem | undefined,
): Fault | undefined {
  const judge = (checkpoint: SignedCheckpoint | undefined, name: string): Judged | undefined =>
    checkpoint && { checkpoint, name, fault: judgeOne(chain, origin, trusted, checkpoint, name) };
  const one = judge(kept, "the checkpoint that was kept");
  const two = judge(stored instanceof EvidenceProblem ? undefined : stored, "the log's own checkpoint");
  return (
    fork(one, two) ??
    fork(two, one) ??
    one?.fault ??
    (stored instanceof EvidenceProblem
      ? { sequence: chain.size, code: stored.code, message: `the log's own ${stored.message}` }
      : two?.fault)
  );
}

function fork(bad: Judged | undefined, good: Judged | undefined): Fault | undefined {
  if (bad?.fault?.code !== "REWRITTEN_LOG" || good === undefined || good.fault !== undefined) return undefined;
  if (good.checkpoint.size < bad.checkpoint.size) return undefined;
  return {
    ...bad.fault,
    code: "FORKED_LOG",
    message: `${bad.name} and ${good.name} are both signed and cannot both be true: there are two histories`,
  };
}

function judgeOne(
  chain: Chain,
  origin: string,
  trusted: readonly Uint8Array[],
  checkpoint: SignedCheckpoint,
  name: string,
): Fault | undefined {
  const { size } = checkpoint;
  const fault = (code: Fault["code"], message: string, sequence: number): Fault => ({ sequence, code, message });
  if (checkpoint.origin !== origin) {
    return fault("WRONG_LOG", `${name} is of the log ${checkpoint.origin}, not of ${origin}`, 0);
  }
  const cut = size > chain.size;
  // Later entries may have brought in its key; those are gone with them.
  const keys = cut ? [...chain.keys.map(({ publicKey }) => publicKey), ...trusted] : signersAt(chain, size);
  try {
    if (signerOfCheckpoint(checkpoint, keys) === undefined) {
      const gone = cut ? `, or the entry that brought in its key is gone: it covers ${size} entries` : "";
      return fault("BAD_CHECKPOINT", `${name} is not signed by the key of this log${gone}`, chain.size);
    }
  } catch (problem) {
    if (problem instanceof EvidenceProblem) return fault(problem.code, `${name} has a wrong signature`, chain.size);
    throw problem;
  }
  if (cut) {
    return fault("TRUNCATED_LOG", `${name} covers ${size} entries, the log has only ${chain.size}`, chain.size);
  }
  if (!chain.rootAt(size)?.equals(checkpoint.root)) {
    return fault(
      "REWRITTEN_LOG",
      `${name} was signed over ${size} entries, and not over these: history was written again`,
      size - 1,
    );
  }
  return undefined;
}

/** Who may sign a checkpoint of this size: the key of its last entry, or the one that this entry brought in. */
function signersAt(chain: Chain, size: number): Buffer[] {
  return [chain.keyFor(size - 1), chain.keyFor(size)].filter((key) => key !== undefined);
}
