import type { ClusterSpec } from "../../cluster/index.ts";
import type { Flaw } from "../load/flaw.ts";

/** What must be made to run a task that others wrote for containers, with a local cluster in the place of its k3s. */
export interface HarborPlan {
  readonly cluster: Omit<ClusterSpec, "name">;
  /** Names by which the task calls the API server. */
  readonly hosts: readonly string[];
  /** Runs to its end, with full rights, before the agent comes. If it fails, the trial is void. */
  readonly bootstrap: (Room & { readonly command: readonly string[]; readonly service: string }) | undefined;
  /** Where the agent works, and the tests after it. */
  readonly main: Room;
  readonly steps: readonly HarborStep[];
  readonly rewards: "mean" | "final";
}

/** What a container would have been. Paths are those within. */
export interface Room {
  readonly files: readonly PlacedFile[];
  readonly directories: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** Where commands start. */
  readonly directory: string;
  /** Directories that rooms share, by name. */
  readonly mounts: readonly { readonly volume: string; readonly path: string; readonly readOnly: boolean }[];
  /** Where the administrator's kubeconfig is to be found, if this room is to have it. */
  readonly adminKubeconfig: string | undefined;
  readonly user: "root" | "agent";
}

export interface PlacedFile {
  readonly path: string;
  readonly content: Uint8Array;
  readonly mode: number;
}

export interface HarborStep {
  /** Empty where a task has no steps. */
  readonly name: string;
  readonly instruction: string;
  /** Put into the working directory before the step; `setup.sh` among them is run then. */
  readonly workdir: readonly PlacedFile[];
  /** Below /solution; the oracle runs /solution/solve.sh. */
  readonly solution: readonly PlacedFile[];
  readonly solutionEnv: Readonly<Record<string, string>>;
  /** Below /tests, put there only when the agent is gone. /tests/test.sh is run; its exit code means nothing. */
  readonly tests: readonly PlacedFile[];
  readonly testsEnv: Readonly<Record<string, string>>;
  readonly seconds: { readonly agent: number | undefined; readonly tests: number };
  /** The next step is taken only from this reward on. */
  readonly least: Readonly<Record<string, number>> | undefined;
}

/** Where tests leave their verdict; the first that is there counts. Nobody may have put it there before them. */
export const rewardFiles = ["/logs/verifier/reward.json", "/logs/verifier/reward.txt"] as const;

export type Refusal = Flaw;
