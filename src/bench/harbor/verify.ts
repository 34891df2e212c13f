import { type Executed, type Sandbox, SandboxProblem } from "../../sandbox/index.ts";
import { type HarborStep, type RewardError, type Rewards, rewardFiles, rewardsIn } from "../../task/index.ts";

/** What the tests of a step came to. */
export interface Verified {
  readonly rewards: Rewards | RewardError | "VerifierTimeoutError";
  /** What the agent left no room for: then it is its own doing that there is no reward. */
  readonly starved: Executed["why"];
  readonly said: string;
}

/** Nobody of before is there any more, and nothing of before lies where the tests and their verdict will. */
const clearAway = "kill -9 -1 2> /dev/null; rm -rf /tests /logs/verifier; mkdir -p /tests /logs/verifier /logs/agent";

/** Runs a step's tests where the agent worked, after everything that it left running has ended. */
export async function verify(sandbox: Sandbox, step: HarborStep, signal: AbortSignal): Promise<Verified> {
  // Twice: a process that was about to start another when the first signal came.
  for (const script of ["kill -9 -1", clearAway]) await sandbox.exec(["sh", "-c", script], { signal, user: "root" });
  try {
    await sandbox.write(step.tests, signal);
  } catch (thrown) {
    if (!(thrown instanceof SandboxProblem) || thrown.code !== "NO_ROOM") throw thrown;
    return { rewards: "RewardFileNotFoundError", starved: "disk", said: thrown.message };
  }
  const { stdout, stderr, why } = await sandbox.exec(
    ["bash", "-c", "chmod +x /tests/test.sh; /tests/test.sh 2>&1 | tee /logs/verifier/test-stdout.txt"],
    { signal, env: step.testsEnv, timeoutSeconds: step.seconds.tests },
  );
  const said = `${stdout}${stderr}`;
  if (why === "timeout") return { rewards: "VerifierTimeoutError", starved: undefined, said };
  const [json, text] = await Promise.all(rewardFiles.map((path) => sandbox.read(path, signal).catch(() => undefined)));
  return { rewards: rewardsIn(json, text), starved: why, said };
}
