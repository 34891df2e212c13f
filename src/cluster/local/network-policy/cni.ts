import { once } from "node:events";
import { createServer, type Socket } from "node:net";
import { messageOf } from "../../../problem/index.ts";
import { quoted, type Report } from "../../../process/index.ts";
import { parseAddress } from "./address.ts";
import type { Enforcement, PodAddress } from "./agent.ts";
import { NetworkPolicyProblem } from "./problem.ts";

/** CNI's error code for "try again later". */
const TRY_AGAIN = 11;

/**
 * A CNI plugin to put behind `ptp` in a node's list: it hands each new pod's address to `serveAnnouncements` and lets
 * the pod start only when the rules know it. So no pod runs unguarded, and none loses its first packets. Should nobody
 * serve the socket, pods do not start and their events say why.
 * It needs `socat`, which the kubelet's port-forward needs too.
 */
export function pluginScript(socketPath: string): string {
  // Twice quoted: socat reads quotes and commas in an address, the shell reads all of it.
  const forSocat = socketPath.replace(/[^A-Za-z0-9_./-]/g, "\\$&");
  const socket = quoted(forSocat);
  return `#!/bin/sh
case "$CNI_COMMAND" in
ADD) ;;
VERSION) echo '{"cniVersion":"1.0.0","supportedVersions":["0.3.0","0.3.1","0.4.0","1.0.0","1.1.0"]}'; exit 0 ;;
*) exit 0 ;;
esac
answer=$({ printf '%s\\n' "$CNI_ARGS"; cat; } | socat -t 30 - UNIX-CONNECT:${socket} 2>&1)
case "$answer" in
"ok "*) printf '%s\\n' "\${answer#ok }"; exit 0 ;;
"no "*) printf '%s\\n' "\${answer#no }"; exit 1 ;;
esac
echo '{"cniVersion":"1.0.0","code":${TRY_AGAIN},"msg":"the network policy agent does not answer"}'
exit 1
`;
}

export interface ServeOptions {
  readonly socketPath: string;
  readonly enforcement: Pick<Enforcement, "announce">;
  readonly signal: AbortSignal;
  readonly report: Report;
}

/** Listens for the plugin; resolves when it does. One socket serves all nodes: Unix sockets cross network namespaces. */
export async function serveAnnouncements({ socketPath, enforcement, signal, report }: ServeOptions): Promise<void> {
  const answer = async (socket: Socket) => {
    const chunks: Buffer[] = [];
    for await (const chunk of socket) chunks.push(chunk as Buffer);
    let reply: string;
    try {
      const request = parseRequest(Buffer.concat(chunks).toString());
      await enforcement.announce(request.address);
      reply = `ok ${JSON.stringify(request.result)}`;
    } catch (thrown) {
      report({ step: "announce a pod to the network policies", state: "failed", note: messageOf(thrown) });
      reply = `no ${JSON.stringify({ cniVersion: "1.0.0", code: TRY_AGAIN, msg: messageOf(thrown) })}`;
    }
    socket.end(reply);
  };
  // The plugin closes its side to say that the request is complete; ours must stay open for the answer.
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    socket.on("error", () => socket.destroy()); // A plugin that was killed waits for no answer.
    answer(socket).catch(() => socket.destroy());
  });
  server.listen({ path: socketPath, signal });
  await once(server, "listening");
  server.on("error", (cause) =>
    report({ step: "listen for pods to announce", state: "failed", note: messageOf(cause) }),
  );
}

/** The first line is the runtime's CNI_ARGS, the rest the plugin's configuration with the result of the one before. */
export function parseRequest(text: string): { address: PodAddress; result: object } {
  const [line = "", ...rest] = text.split("\n");
  const args = new Map(line.split(";").map((pair) => [pair.replace(/=.*$/s, ""), pair.replace(/^[^=]*=?/s, "")]));
  const namespace = args.get("K8S_POD_NAMESPACE");
  const name = args.get("K8S_POD_NAME");
  const configuration = JSON.parse(rest.join("\n") || "null") as {
    prevResult?: { ips?: { address?: string }[] };
  } | null;
  const result = configuration?.prevResult;
  const ip = result?.ips
    ?.map(({ address }) => address?.split("/")[0] ?? "")
    .find((text) => parseAddress(text) !== undefined);
  if (!namespace || !name || !result || ip === undefined) {
    throw new NetworkPolicyProblem(
      "BAD_REQUEST",
      `network policy plugin: expected a pod's name in CNI_ARGS and an IPv4 address from the plugin before, got ${JSON.stringify(text.slice(0, 400))}`,
      { hint: "put the plugin behind ptp in the same list" },
    );
  }
  return { address: { namespace, name, uid: args.get("K8S_POD_UID"), ip }, result };
}
