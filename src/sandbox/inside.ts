import { statfs } from "node:fs/promises";
import { run } from "../process/index.ts";
import type { Group } from "./cgroups.ts";
import { enter } from "./enter.ts";
import { execute } from "./execute.ts";
import { type User, userOf } from "./layout.ts";
import type { Limits, Sandbox, SandboxFile } from "./model.ts";
import { SandboxProblem } from "./problem.ts";
import type { Slot } from "./slots.ts";

export interface Inside {
  readonly slot: Slot;
  readonly user: User;
  readonly group: Group;
  readonly limits: Limits;
  readonly pid: number;
  readonly directory: string;
  readonly env: Readonly<Record<string, string>>;
  isOver(): boolean;
}

/** What can be done in a sandbox that is there. */
export function goInside({ slot, user, group, limits, pid, directory, env, isOver }: Inside) {
  const entrance = { pid, limits, unlimited: group.unlimited, directory, env };
  const userNamed = (name = user.name) => userOf(slot, name);
  const refuseIfOver = () => {
    if (isOver()) throw new SandboxProblem("ENDED", "sandbox: expected it to be there, found it ended");
  };
  let commands = 0;

  const exec: Sandbox["exec"] = async (words, how = {}) => {
    refuseIfOver();
    const own = await group.within(`command-${++commands}`);
    const entering = { ...how, user: userNamed(how.user), members: own.members };
    // Where no group says who belongs to a command, everybody of its user goes.
    const killEverybody = async () => {
      const { file, args, env: outside } = enter(entrance, ["sh", "-c", "kill -9 -1"], entering);
      await run(file, args, { env: outside, allowFailure: true });
    };
    try {
      return await execute({
        command: enter(entrance, words, entering),
        options: how,
        timeoutSeconds: how.timeoutSeconds ?? limits.seconds,
        maxOutput: how.maxOutput ?? limits.output,
        kill: own.kill ?? killEverybody,
        strikes: own.strikes,
        isDiskFull: () => isFull(pid),
      });
    } finally {
      await own.leave();
    }
  };

  const command: Sandbox["command"] = (words, how = {}) => {
    refuseIfOver();
    return enter(entrance, words, { ...how, user: userNamed(how.user), members: group.members });
  };

  const read: Sandbox["read"] = async (path, signal) => {
    const maxOutput = 2 * limits.output;
    const how = { timeoutSeconds: 10, maxOutput, ...(signal ? { signal } : {}) };
    const { code, stdout, stderr, truncated, why } = await exec(["cat", "--", path], how);
    if (code === 0 && !truncated) return stdout;
    const found = truncated ? `more than ${maxOutput} bytes` : (why ?? stderr.trim());
    throw new SandboxProblem("UNREADABLE", `${path}: expected a file that can be read, found: ${found}`);
  };

  const write: Sandbox["write"] = async (files, signal) => {
    for (const file of files) await put(exec, file, signal);
  };
  return { exec, command, read, write };
}

async function put(
  exec: Sandbox["exec"],
  { path, content, mode = 0o644 }: SandboxFile,
  signal: AbortSignal | undefined,
): Promise<void> {
  const script = 'mkdir -p "$(dirname "$1")" && cat > "$1" && chmod "$2" "$1"';
  const { code, stderr, why } = await exec(["sh", "-c", script, "sh", path, mode.toString(8)], {
    ...{ stdin: content, timeoutSeconds: 30 },
    ...(signal ? { signal } : {}),
  });
  if (code === 0) return;
  const found = `${path}: expected to write it, found: ${stderr.trim()}`;
  throw new SandboxProblem(why === "disk" ? "NO_ROOM" : "UNREADABLE", found);
}

/** Of room or of files: the sandbox's whole disk is the one that its root directory is on. */
async function isFull(pid: number): Promise<boolean> {
  const now = await statfs(`/proc/${pid}/root/`).catch(() => undefined);
  return now !== undefined && (now.bavail === 0 || now.ffree === 0);
}
