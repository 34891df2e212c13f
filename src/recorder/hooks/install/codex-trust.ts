import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { membersOf } from "../members.ts";

const patienceMs = 10_000;

/** Codex passes over hooks that nobody has looked at, without a word. Only Codex itself knows: it is asked. */
export async function codexTrust(
  path: string,
  directory: string,
  environment: NodeJS.ProcessEnv,
): Promise<"trusted" | "untrusted" | "unknown"> {
  const child = spawn("codex", ["app-server"], { env: environment, stdio: ["pipe", "pipe", "ignore"] });
  const timer = setTimeout(() => child.kill("SIGKILL"), patienceMs);
  try {
    const listed = new Promise<readonly unknown[] | undefined>((resolve) => {
      child.once("error", () => resolve(undefined)).once("exit", () => resolve(undefined));
      createInterface(child.stdout).on("line", (line) => {
        const { id, result } = membersOf(parse(line));
        if (id !== 2) return;
        const { data } = membersOf(result);
        resolve(Array.isArray(data) ? data.flatMap((each) => membersOf(each).hooks) : undefined);
      });
    });
    child.stdin.on("error", () => {});
    const clientInfo = { name: "airworthy", title: "Airworthy", version: "1" };
    child.stdin.write(`${JSON.stringify({ id: 1, method: "initialize", params: { clientInfo } })}\n`);
    child.stdin.write(`${JSON.stringify({ method: "initialized" })}\n`);
    child.stdin.write(`${JSON.stringify({ id: 2, method: "hooks/list", params: { cwds: [directory] } })}\n`);
    const found = (await listed)?.map(membersOf).filter(({ sourcePath }) => sourcePath === path);
    if (!found || found.length === 0) return "unknown";
    return found.every(({ trustStatus, enabled }) => trustStatus !== "untrusted" && enabled !== false)
      ? "trusted"
      : "untrusted";
  } finally {
    clearTimeout(timer);
    child.kill();
  }
}

function parse(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
