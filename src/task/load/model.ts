import type { Task } from "../model.ts";
import type { Flaw } from "./flaw.ts";
import type { HarborConfig } from "./harbor-schema.ts";

/** A task directory, read and found sound. */
export interface LoadedTask {
  readonly directory: string;
  /** `organisation/name` where task.toml says so, else the directory's. */
  readonly name: string;
  /** `sha256:…`, by Harbor's algorithm. */
  readonly digest: string;
  readonly config: HarborConfig;
  /** What the agent is told, one for each step; a task without steps has one, without a name. */
  readonly steps: readonly { readonly name: string; readonly instruction: string }[];
  /** Everything that was published of it, by path. */
  readonly files: ReadonlyMap<string, Buffer>;
  /** What only our own tasks have. */
  readonly own: Task | undefined;
  /** What is odd about it and no error. */
  readonly remarks: readonly Flaw[];
}
