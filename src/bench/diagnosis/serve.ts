import { chmod, mkdir, mkdtemp, rm } from "node:fs/promises";
import { createServer, type Server, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { SandboxOptions } from "../../sandbox/index.ts";
import { ask, openSnapshot, serveTools } from "../../snapshot/index.ts";

/** Tools over a snapshot, outside the sandbox and reached through sockets: an agent sees answers, no index and no label. */
export interface Served extends AsyncDisposable {
  readonly equipment: Pick<SandboxOptions, "socket" | "files">;
}

const most = 64;

export async function serveIncident(path: string, signal: AbortSignal): Promise<Served> {
  await using undo = new AsyncDisposableStack();
  const store = await openSnapshot(path, { signal });
  undo.defer(() => store[Symbol.dispose]());
  // A socket's path must be short.
  const folder = await mkdtemp(join(tmpdir(), "aw-"));
  undo.defer(() => rm(folder, { recursive: true, force: true }));
  await chmod(folder, 0o755);
  const run = join(folder, "run");
  await mkdir(run, { mode: 0o755 });
  const stop = new AbortController();
  const serving = new Set<Promise<unknown>>();
  const listen = async (name: string, answer: (socket: Socket) => Promise<void>) => {
    // Who has asked and says no more still wants the answer.
    const server = createServer({ allowHalfOpen: true }, (socket) => {
      socket.on("error", () => socket.destroy());
      const served = answer(socket)
        .catch(() => {})
        .finally(() => {
          socket.destroy();
          serving.delete(served);
        });
      serving.add(served);
    });
    server.maxConnections = most;
    await listening(server, join(run, name));
    // Whoever works in the sandbox is somebody else on this machine.
    await chmod(join(run, name), 0o666);
    undo.defer(() => void server.close());
  };
  await listen("mcp.sock", (socket) =>
    serveTools(store, { input: socket, output: socket }, { version: "1", signal: stop.signal }),
  );
  await listen("ask.sock", async (socket) => {
    for await (const line of createInterface({ input: socket })) {
      socket.end(`${await ask(store, line)}\n`);
      return;
    }
  });
  undo.defer(async () => {
    stop.abort();
    await Promise.allSettled(serving);
  });
  const all = undo.move();
  return {
    equipment: { socket: run, files: launchers },
    [Symbol.asyncDispose]: () => all.disposeAsync(),
  };
}

const launchers = [
  {
    path: "/usr/local/bin/incident",
    content: [
      "#!/bin/sh",
      "# incident [TOOL [JSON]]",
      `input=\${2:-"{}"}`,
      'jq -cn --arg tool "$1" --argjson input "$input" \'{tool: $tool, input: $input}\' |',
      "  socat -t 60 - UNIX-CONNECT:/run/airworthy/ask.sock",
      "",
    ].join("\n"),
    mode: 0o755,
  },
  {
    path: "/usr/local/bin/incident-mcp",
    content: "#!/bin/sh\nexec socat -t 3600 - UNIX-CONNECT:/run/airworthy/mcp.sock\n",
    mode: 0o755,
  },
];

async function listening(server: Server, path: string): Promise<void> {
  await new Promise<void>((resolve, reject) => server.once("error", reject).listen(path, resolve));
}
