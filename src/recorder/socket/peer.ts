import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readlinkSync, statSync } from "node:fs";
import type { Socket } from "node:net";
import { basename } from "node:path";
import type { Peer } from "../../evidence/index.ts";
import { messageOf } from "../../problem/index.ts";
import { RecorderProblem } from "../problem.ts";

/** Part of every Debian; Node itself has no getsockopt. */
const perls = ["/usr/bin/perl", "/bin/perl", "/usr/local/bin/perl"];
const script = `use Socket;
open(my $socket, "+<&=", 3) or exit 1;
my $credentials = getsockopt($socket, SOL_SOCKET, SO_PEERCRED) or exit 1;
print join " ", unpack "lLL", $credentials;`;
const patienceMs = 10_000;

/**
 * Who is at the other end, as the kernel noted it when they connected (SO_PEERCRED): process, user and group. The
 * connection itself is handed to the one who asks the kernel, so nothing that a client sends has a say in it.
 */
export async function peerOf(socket: Socket): Promise<Peer> {
  const perl = perls.find((path) => existsSync(path));
  if (process.platform !== "linux" || perl === undefined) {
    throw new RecorderProblem("NOT_ALLOWED", "this system does not tell who connects", {
      hint: perl === undefined ? "install perl: it asks the kernel" : "a recorder of its own needs Linux",
    });
  }
  // Descriptor 3, because for 0 to 2 libuv would switch the connection to blocking mode.
  const asking = spawn(perl, ["-e", script], {
    env: {},
    stdio: ["ignore", "pipe", "ignore", socket],
    timeout: patienceMs,
  });
  const said = await answerOf(asking);
  const [, pid, uid, gid] = /^([1-9]\d*) (\d+) (\d+)$/.exec(said) ?? [];
  if (pid === undefined) throw new RecorderProblem("NOT_ALLOWED", `the kernel did not say who connects: "${said}"`);
  const peer = { uid: Number(uid), gid: Number(gid), pid: Number(pid) };
  const program = programOf(peer.pid, peer.uid);
  return program === undefined ? peer : { ...peer, program };
}

async function answerOf(child: ChildProcess): Promise<string> {
  let said = "";
  child.stdout?.on("data", (chunk: Buffer) => {
    said += chunk.toString("latin1");
  });
  try {
    await once(child, "close");
  } catch (cause) {
    throw new RecorderProblem("NOT_ALLOWED", `the kernel could not be asked who connects: ${messageOf(cause)}`, {
      cause,
    });
  }
  return said;
}

/** For people only: another user's program is often hidden from us, and its number may have gone to another by now. */
function programOf(pid: number, uid: number): string | undefined {
  try {
    return statSync(`/proc/${pid}`).uid === uid ? basename(readlinkSync(`/proc/${pid}/exe`)) : undefined;
  } catch {
    return undefined;
  }
}
